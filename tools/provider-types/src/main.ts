import { loopChecks } from './checks/loops.js';
import { schemaChecks } from './checks/local-schemas.js';
import { withToolset } from './checks/tools.js';

const checks = Object.entries({ ...loopChecks, ...schemaChecks });
let failed = 0;
await withToolset(async (toolset) => {
  for (const [name, check] of checks) {
    try {
      await check(toolset);
      console.log(`ok   ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`FAIL ${name}`, error);
    }
  }
});
console.log(`${checks.length - failed} of ${checks.length} run-time checks passed`);
process.exitCode = failed === 0 ? 0 : 1;
