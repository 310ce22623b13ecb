import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (entry: string) => fileURLToPath(new URL(`./libs/tool-router/src/${entry}.ts`, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^nestjs-tool-router$/, replacement: source('index') },
      { find: /^nestjs-tool-router\/(testing|health)$/, replacement: source('$1') },
    ],
  },
  test: {
    globals: true,
    setupFiles: ['reflect-metadata'],
    reporters: ['default', './tools/ci-reporter.mjs'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'libs/*/src/**/*.ts', 'apps/*/src/**/*.ts'],
      exclude: ['**/*.spec.ts', '**/*.contract.ts', '**/fixtures/**'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: { lines: 85 },
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['libs/*/src/**/*.spec.ts', 'apps/*/src/**/*.spec.ts', 'src/**/*.spec.ts'],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'e2e', include: ['test/**/*.spec.ts', 'apps/*/test/**/*.spec.ts'] } },
    ],
  },
});
