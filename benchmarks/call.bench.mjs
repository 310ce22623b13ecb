// What does a call through the whole router cost, beside the work itself?
import {
  ARGUMENTS,
  application,
  forecast,
  forecastFunction,
  forecastRequest,
  library,
  transformer,
  validator,
} from './application.mjs';
import { compare, note } from './harness.mjs';

let seen = 0;
const one = await application([forecastFunction('get_forecast')]);
const thousand = await application(
  Array.from({ length: 1_000 }, (_, index) => forecastFunction(index === 500 ? 'get_forecast' : `tool_${index}`)),
);
const observed = await application([forecastFunction('get_forecast')], {
  observers: [
    {
      onToolCallStart: (event) => void (seen += event.name.length),
      onToolCallEnd: (event) => void (seen += event.output.length),
    },
  ],
});
const Request = forecastRequest();
const call = { id: 'c', name: 'get_forecast', arguments: ARGUMENTS };
const bad = { id: 'c', name: 'get_forecast', arguments: '{"city":"Reykjavik","unit":"K","days":99}' };
const context = { userId: 'u1', allow: { functions: ['get_forecast'] } };
const full = { ...context, deadlineMs: 5_000 };
const routerOf = (app) => app.get(library.ToolRouter);
const toolset = await routerOf(one).toolset({ functions: ['get_forecast'] }, context);

await compare(
  'One call: JSON text to validated request to method to JSON text',
  {
    'floor: JSON.parse, method, JSON.stringify': () => JSON.stringify(forecast(JSON.parse(ARGUMENTS))),
    'router.call, 1 tool': () => routerOf(one).call(call, context),
    'router.call, 1 tool, deadline and observers': () => routerOf(observed).call(call, full),
    'router.call, 1,000 tools': () => routerOf(thousand).call(call, context),
    'toolset.call': () => toolset.call(call),
    'router.invoke': () => routerOf(one).invoke('get_forecast', ARGUMENTS),
    'invalid arguments, 1,000 tools': () => routerOf(thousand).call(bad, context),
    'class-transformer + class-validator, method, JSON.stringify (1,000 DTO classes loaded)': () => {
      const request = transformer.plainToInstance(Request, JSON.parse(ARGUMENTS));
      if (validator.validateSync(request, { whitelist: true }).length > 0) throw new Error('invalid');
      return JSON.stringify(forecast(request));
    },
  },
  {
    goals: {
      'router.call, 1 tool': 3,
      'router.call, 1 tool, deadline and observers': 3,
      'router.call, 1,000 tools': 3.9,
      'invalid arguments, 1,000 tools': 15,
    },
  },
);
note('The aim for a call is 2 ×. `router.call` makes a frozen context, resolves the allowlist, and records a trace.');
await Promise.all([one.close(), thousand.close(), observed.close()]);
