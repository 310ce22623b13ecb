import type { TraceableToolExecutor } from '../tool/traceable-tool-executor.js';

/** Whether an object can tell what it did in its last call. */
export function isTraceable(instance: object): instance is TraceableToolExecutor {
  return typeof (instance as Partial<TraceableToolExecutor>).lastTrace === 'function';
}

/**
 * One call's own view of a traceable tool: it reads everything from the instance, and what the call sets on `this`
 * stays with the call. So the usual `this.last = …` cannot mix the traces of parallel calls on one instance.
 * Classes with `#private` members cannot be viewed that way; they are used as they are.
 */
export function viewForOneCall<T extends object>(instance: T): T {
  return hasPrivateMembers(instance) ? instance : (Object.create(instance) as T);
}

const known = new WeakMap<object, boolean>();

function hasPrivateMembers(instance: object): boolean {
  const { constructor } = instance;
  let answer = known.get(constructor);
  if (answer === undefined) {
    answer = false;
    for (let type: unknown = constructor; typeof type === 'function'; type = Object.getPrototypeOf(type)) {
      if (/#[A-Za-z_$]/.test(Function.prototype.toString.call(type))) answer = true;
    }
    known.set(constructor, answer);
  }
  return answer;
}
