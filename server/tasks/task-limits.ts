import type { RateLimit } from '../http/rate-limit.ts';

/** Files with the results of a task, in any format. */
export const FILES: RateLimit = { name: 'task-csv', limit: 120, windowMs: 3_600_000 };
/** Enough for a few open pages, which fetch their list again every two seconds. */
export const LISTS: RateLimit = { name: 'tasks', limit: 300, windowMs: 60_000 };
