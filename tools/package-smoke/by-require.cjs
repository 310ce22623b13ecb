require('reflect-metadata');
const assert = require('node:assert/strict');
const { NestFactory } = require('@nestjs/core');
const library = require('nestjs-tool-router');

/** An application without decorator syntax: what a compiler would emit. */
module.exports.check = async function check(
  { FunctionCall, FunctionParameter, ToolRouter, ToolRouterModule },
  factory,
) {
  class Request {}
  FunctionParameter({ description: 'a text', type: 'string' })(Request.prototype, 'text');
  class Shout {
    apply(request) {
      return request.text.toUpperCase();
    }
  }
  FunctionCall({ name: 'shout', description: 'Shouts', request: Request })(Shout);
  class AppModule {}
  const app = await factory.createApplicationContext(
    {
      module: AppModule,
      imports: [ToolRouterModule.forRoot({ builtIn: { tools: ['bash', 'grep', 'read_file'] } })],
      providers: [Shout],
    },
    { logger: false, abortOnError: false },
  );
  const allow = { functions: ['shout', 'bash', 'grep'] };
  const router = app.get(ToolRouter);
  const [shout, bash, grep] = await router.callAll(
    [
      { name: 'shout', arguments: '{"text":"hi"}' },
      { name: 'bash', arguments: '{"action":"exec","command":"echo works"}' },
      { name: 'grep', arguments: '{"pattern":"nestjs-tool-router","path":"package.json"}' },
    ],
    { allow },
  );
  assert.equal(shout.output, '"HI"');
  assert.equal(JSON.parse(bash.output).stdout.trim(), 'works');
  assert.ok(JSON.parse(grep.output).count > 0, grep.output);
  await app.close();
};

if (require.main === module) {
  module.exports.check(library, NestFactory).catch((error) => {
    console.error(error);
    process.exitCode = 1;
  });
}
