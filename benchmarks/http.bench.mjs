// What does a call cost the server when it comes over HTTP, beside a controller that does the work itself?
import { fileURLToPath } from 'node:url';
import { ARGUMENTS, NestFactory, forecast, forecastFunction, library } from './application.mjs';
import { atMost, interleave, medianOf } from './harness.mjs';
import { serve, startServer } from './parts/child-cpu.mjs';

const [, , asked] = process.argv;
if (asked === 'server') await listen();
else await measure();

/** One application with all contenders, so that they share a process. */
async function listen() {
  const { Body, Controller, Inject, Post, Scope } = await import('@nestjs/common');
  const post = (type, path, method) => {
    Body()(type.prototype, method, 0);
    Post(path)(type.prototype, method, Object.getOwnPropertyDescriptor(type.prototype, method));
  };
  class Bare {
    call(body) {
      return { name: body.name, output: JSON.stringify(forecast(body.arguments)), isError: false };
    }
  }
  class Routed {
    constructor(router) {
      this.router = router;
    }
    async call(body) {
      const context = { userId: 'u1', allow: { functions: ['get_forecast'] } };
      const { name, output, isError } = await this.router.call({ name: body.name, arguments: body.arguments }, context);
      return { name, output, isError };
    }
  }
  class Dispatched {
    constructor(dispatcher) {
      this.dispatcher = dispatcher;
    }
    async call(body) {
      const { name, output, isError } = await this.dispatcher.call({ name: body.name, arguments: body.arguments });
      return { name, output, isError };
    }
  }
  /** Request-scoped like the dispatcher, and nothing else: what Nest itself asks for that. */
  class PerRequest {
    call(body) {
      return Bare.prototype.call(body);
    }
  }
  Inject(library.ToolRouter)(Routed, undefined, 0);
  Inject(library.ToolDispatcher)(Dispatched, undefined, 0);
  for (const [path, type] of Object.entries({ bare: Bare, router: Routed, dispatcher: Dispatched })) {
    Controller(path)(type);
    post(type, 'call', 'call');
  }
  Controller({ path: 'scoped', scope: Scope.REQUEST })(PerRequest);
  post(PerRequest, 'call', 'call');
  class AppModule {}
  const contextFactory = () => ({ userId: 'u1', allow: { functions: ['get_forecast'] } });
  const imports = [library.ToolRouterModule.forRoot({ contextFactory })];
  const app = await NestFactory.create(
    {
      module: AppModule,
      imports,
      controllers: [Bare, Routed, Dispatched, PerRequest],
      providers: [forecastFunction('get_forecast')],
    },
    { logger: false, abortOnError: false },
  );
  await app.listen(0, '127.0.0.1');
  serve({ url: await app.getUrl() });
}

async function measure() {
  const { Pool } = await import('undici');
  const server = await startServer(fileURLToPath(import.meta.url), ['server']);
  const pool = new Pool(server.url, { connections: 4 });
  const body = JSON.stringify({ name: 'get_forecast', arguments: JSON.parse(ARGUMENTS) });
  const request = async (path) => {
    const answer = await pool.request({ path, method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const text = await answer.body.text();
    if (answer.statusCode !== 201 || !text.includes('Reykjavik')) throw new Error(`${answer.statusCode} ${text}`);
  };
  const run = async (path, count) => {
    const before = await server.cpu();
    const start = performance.now();
    let left = count;
    const worker = async () => {
      while (left-- > 0) await request(path);
    };
    await Promise.all(Array.from({ length: 4 }, worker));
    return { cpu: ((await server.cpu()) - before) / count, perSecond: count / ((performance.now() - start) / 1_000) };
  };
  const paths = {
    'floor: a controller that does the work': '/bare/call',
    'the same, request-scoped': '/scoped/call',
    'router.call': '/router/call',
    'dispatcher.call (request-scoped)': '/dispatcher/call',
  };
  const names = Object.keys(paths);
  const samples = await interleave(names, (name) => run(paths[name], 500));
  await pool.close();
  await server.end();
  const [floor] = names;
  process.stdout.write(
    '\n### POST with JSON through Nest and express\n\n| controller | server CPU | ratio | requests a second | goal |\n| --- | ---: | ---: | ---: | --- |\n',
  );
  for (const name of names) {
    const cpu = medianOf(samples, name, (each) => each.cpu);
    const ratio = medianOf(samples, name, (each) => each.cpu, floor);
    const rate = medianOf(samples, name, (each) => each.perSecond);
    const scoped = medianOf(samples, name, (each) => each.cpu, 'the same, request-scoped').toFixed(2);
    const goal = name.startsWith('router')
      ? atMost(ratio, 1.2, ' ×')
      : name.startsWith('dispatcher')
        ? `${scoped} × of what is request-scoped too`
        : '';
    process.stdout.write(`| ${name} | ${cpu.toFixed(0)} µs | ${ratio.toFixed(2)} | ${rate.toFixed(0)} | ${goal} |\n`);
  }
}
