// Does the list of a request depend on how many tools the application has?
import { application, forecastFunction, forecastRequest, library } from './application.mjs';
import { compare } from './harness.mjs';

const SIZES = [100, 1_000, 10_000];
const Request = forecastRequest();
const contenders = {};
const applications = [];
for (const size of SIZES) {
  const app = await application(Array.from({ length: size }, (_, index) => forecastFunction(`tool_${index}`, Request)));
  applications.push(app);
  const router = app.get(library.ToolRouter);
  const names = Array.from({ length: 20 }, (_, index) => `tool_${Math.floor((index * size) / 20)}`);
  const context = { userId: 'u1', allow: { functions: names } };
  if (size === SIZES[0]) {
    const map = new Map(
      router
        .getAllFunctionTools(Array.from({ length: size }, (_, index) => `tool_${index}`))
        .map((tool) => [tool.function.name, tool]),
    );
    contenders['floor: 20 map look-ups into an array'] = () => names.map((name) => map.get(name));
  }
  contenders[`getAllFunctionTools of 20, ${size} tools`] = () => router.getAllFunctionTools(names);
  contenders[`toolset of 20, ${size} tools`] = () => router.toolset({ functions: names }, context);
  const call = { id: 'c', name: names[10], arguments: '{"city":"Oslo"}' };
  contenders[`call one of 20, ${size} tools`] = () => router.call(call, context);
  if (size === 1_000) {
    const toolset = await router.toolset({ functions: names }, context);
    contenders['JSON.stringify(toolset.toOpenAI())'] = () => JSON.stringify(toolset.toOpenAI());
    contenders["toolset.toJSON('openai')"] = () => toolset.toJSON('openai');
  }
}
const rows = await compare('The list of one request: 20 of the tools of the application', contenders, {
  goals: { 'getAllFunctionTools of 20, 1000 tools': 4, 'getAllFunctionTools of 20, 10000 tools': 4 },
});
const ratio = (name, other) => (rows[name].cpu / rows[other].cpu).toFixed(2);
process.stdout.write(`
- 10,000 against 1,000 tools: list ${ratio('getAllFunctionTools of 20, 10000 tools', 'getAllFunctionTools of 20, 1000 tools')} × (goal 1.3), toolset ${ratio('toolset of 20, 10000 tools', 'toolset of 20, 1000 tools')} ×, call ${ratio('call one of 20, 10000 tools', 'call one of 20, 1000 tools')} ×
- toJSON against JSON.stringify: ${ratio("toolset.toJSON('openai')", 'JSON.stringify(toolset.toOpenAI())')} × (goal 0.3)
`);
await Promise.all(applications.map((app) => app.close()));
