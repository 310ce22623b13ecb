import type { BuiltInToolContext } from '../../tool/built-in-tool-context.js';
import type { Overlay } from './overlay.js';
import type { SearchBudget } from './search-budget.js';
import type { TextBudget } from './text-budget.js';

/** What planning an operation needs beside the operation. */
export interface PlanScope {
  readonly overlay: Overlay;
  readonly context: BuiltInToolContext;
  readonly budget: SearchBudget;
  readonly texts: TextBudget;
}
