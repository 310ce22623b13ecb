import { ProjectionCache } from '../projection-cache.js';
import type { ServerSlot } from './server-slot.js';

/** Everything that the gateway holds of one user. */
export class UserServers {
  readonly slots = new Map<string, ServerSlot>();
  readonly projections = new ProjectionCache();
}
