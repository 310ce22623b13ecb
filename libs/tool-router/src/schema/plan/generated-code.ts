import { walkingCode, type CodeField, type CodeMaker, type PlanCode } from './plan-code.js';

/**
 * Code written for one class, with the names of its properties in it: the engine then knows each property access by
 * itself, however many classes there are. Only names that the class declares get into it, quoted as JSON.
 * Where the process forbids making code from text, the code that walks the fields serves as well.
 */
export const generatedCode: CodeMaker = (create, fields) => {
  try {
    // oxlint-disable-next-line typescript/no-implied-eval -- see above
    const make = new Function('Create', 'steps', 'checks', 'quicks', sourceOf(fields)) as (
      ...parts: readonly unknown[]
    ) => PlanCode;
    return make(
      create,
      fields.map((field) => field.step),
      fields.map((field) => field.check?.run),
      fields.map((field) => field.check?.quick),
    );
  } catch {
    return walkingCode(create, fields);
  }
};

function sourceOf(fields: readonly CodeField[]): string {
  const steps = fields.map(stepSource);
  const checks = fields.map(checkSource).filter((source) => source !== '');
  return `"use strict";
const [${fields.map((_, index) => `s${index}`).join(', ')}] = steps;
const [${fields.map((_, index) => `c${index}`).join(', ')}] = checks;
${fields.map(quickSource).join('\n')}
return {
make(source, place, run) {
const o = new Create();
let v;
${steps.join('\n')}
return o;
},
check(o, place, run) {
let v;
${checks.join('\n')}
}
};`;
}

function stepSource({ property, key, fit, skipsMissing }: CodeField, index: number): string {
  const step = `s${index}(source, o, place, run);`;
  if (fit === undefined || key in Object.prototype) return step;
  const otherwise = skipsMissing ? `else if (v !== undefined) ${step}` : `else ${step}`;
  return `v = source[${JSON.stringify(key)}];\nif (${fit}) o[${JSON.stringify(property)}] = v; ${otherwise}`;
}

function checkSource({ property, check }: CodeField, index: number): string {
  if (check === undefined) return '';
  const conditions: string[] = [];
  if (check.optional) conditions.push('v !== undefined', 'v !== null');
  const quick = check.quick?.map((_, number) => `q${index}_${number}(v)`);
  if (quick !== undefined) conditions.push(`!(${quick.join(' && ')})`);
  const run = `c${index}(o, place, run);`;
  return `v = o[${JSON.stringify(property)}];\n${conditions.length === 0 ? run : `if (${conditions.join(' && ')}) ${run}`}`;
}

function quickSource({ check }: CodeField, index: number): string {
  return (check?.quick ?? []).map((_, number) => `const q${index}_${number} = quicks[${index}][${number}];`).join('\n');
}
