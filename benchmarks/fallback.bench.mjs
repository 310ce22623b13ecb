// What do rules cost that no code can be written for, and what does a refusal cost?
import { createRequire } from 'node:module';
import {
  ARGUMENTS,
  application,
  field,
  forecast,
  forecastFunction,
  forecastRequest,
  library,
  transformer,
  validator,
} from './application.mjs';
import { compare, note } from './harness.mjs';

const SIZE = 1_000;
const NAME = 'get_forecast';
const namesOf = (size) => Array.from({ length: size }, (_, index) => (index === size >> 1 ? NAME : `tool_${index}`));

/** A rule of the host's own, which the compiler knows nothing of. */
class IsKnownCity {
  validate(value) {
    return typeof value === 'string' && value !== 'Atlantis';
  }
  defaultMessage() {
    return 'city must be known';
  }
}
validator.ValidatorConstraint({ name: 'isKnownCity' })(IsKnownCity);

const KINDS = {
  'custom validator': (request) => validator.Validate(IsKnownCity)(request.prototype, 'city'),
  '@ValidateIf': (request) => {
    field(request.prototype, 'note', String, [
      validator.ValidateIf((given) => given.days === 14),
      validator.IsString(),
    ]);
  },
  '@Transform': (request) =>
    transformer.Transform(({ value }) => (typeof value === 'string' ? value.trim() : value))(request.prototype, 'city'),
};

function requestOf(kind) {
  const request = forecastRequest();
  KINDS[kind](request);
  return request;
}

const context = { userId: 'u1', allow: { functions: [NAME] } };
const call = { id: 'c', name: NAME, arguments: ARGUMENTS };
const bad = { id: 'c', name: NAME, arguments: '{"city":"Reykjavik","unit":"K","days":99}' };

async function routerOf(size, request) {
  const app = await application(namesOf(size).map((name) => forecastFunction(name, request())));
  const router = app.get(library.ToolRouter);
  const { isError, output } = await router.call(call, context);
  if (isError) throw new Error(output);
  return { router, close: () => app.close() };
}

const floor = () => JSON.stringify(forecast(JSON.parse(ARGUMENTS)));
const closers = [];
const contenders = { 'floor: JSON.parse, method, JSON.stringify': floor };
const goals = {};
const refusals = { 'floor: JSON.parse': () => JSON.parse(bad.arguments) };
// Without the router around it, which costs a refused call as much as any other one.
const { compileRequest } = createRequire(import.meta.url)('../libs/tool-router/dist/schema/request-compiler.js');
const { parse } = compileRequest(forecastRequest(), 'Tool');
refusals['JSON text to the message, two faults'] = () => parse(JSON.parse(bad.arguments)).text;
const few = {};

// What there is with one class is measured before the others exist: class-validator keeps the rules of all in one place.
const alone = { ...contenders };
for (const kind of Object.keys(KINDS)) {
  const { router, close } = await routerOf(1, () => requestOf(kind));
  few[kind] = () => router.call(call, context);
  alone[`${kind}, 1 class`] = few[kind];
  goals[`${kind}, 1 class`] = 8;
  closers.push(close);
}
const Libraries = requestOf('custom validator');
alone['class-transformer + class-validator, custom validator, 1 class'] = () => throughLibraries(Libraries);
const first = await compare('Rules that fall back to class-validator: one request class each', alone, { goals });

for (const kind of Object.keys(KINDS)) {
  const { router, close } = await routerOf(SIZE, () => requestOf(kind));
  contenders[`${kind}, 1,000 classes`] = () => router.call(call, context);
  goals[`${kind}, 1,000 classes`] = 8;
  closers.push(close);
}
contenders['class-transformer + class-validator, custom validator, 3,000 classes'] = () => throughLibraries(Libraries);
const second = await compare('The same with a request class for each of 1,000 tools', contenders, { goals });
for (const kind of Object.keys(KINDS)) {
  const [one, many] = [first[`${kind}, 1 class`].ratio, second[`${kind}, 1,000 classes`].ratio];
  process.stdout.write(`\n- ${kind}: 1,000 classes against 1 class ${(many / one).toFixed(2)} × (goal 1.3)`);
}
process.stdout.write('\n');

const plain = await routerOf(SIZE, forecastRequest);
closers.push(plain.close);
const custom = await routerOf(1, () => requestOf('custom validator'));
closers.push(custom.close);
refusals['router.call, two faults'] = async () => {
  if (!(await plain.router.call(bad, context)).isError) throw new Error('not refused');
};
refusals['router.call, two faults, custom validator'] = () => custom.router.call(bad, context);
refusals['router.call, text that is cut'] = () => plain.router.call({ ...bad, arguments: '{"city":"Reyk' }, context);
refusals['JSON.parse of the text that is cut, caught'] = () => {
  try {
    return JSON.parse('{"city":"Reyk');
  } catch (error) {
    return error;
  }
};
await compare('Refused arguments, to a message that a model can act on', refusals, {
  goals: { 'JSON text to the message, two faults': 5 },
});
note((await plain.router.call(bad, context)).output);
for (const close of closers) await close();

function throughLibraries(request) {
  const instance = transformer.plainToInstance(request, JSON.parse(ARGUMENTS));
  if (validator.validateSync(instance, { whitelist: true }).length > 0) throw new Error('invalid');
  return JSON.stringify(forecast(instance));
}
