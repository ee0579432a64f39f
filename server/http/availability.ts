import type { MiddlewareHandler } from 'hono';
import type { Availability } from '../platform/database/availability.ts';
import { runUntil } from '../platform/database/request-scope.ts';
import type { AppEnv } from './context.ts';

/**
 * Refuses calls at once while the database can't be used, and ends those that wait for it. Throws DatabaseUnavailable,
 * which becomes a 503 with Retry-After. The paths of `except` answer meanwhile, and see to that themselves.
 */
export function whileAvailable(
  availability: Availability,
  except: readonly string[] = [],
): MiddlewareHandler<AppEnv> {
  return async function waitForDatabase(context, next) {
    if (except.includes(context.req.path)) return next();
    const { promise, end } = availability.untilProblem();
    try {
      if (availability.problem() !== null) await promise;
      await runUntil(promise, next);
    } finally {
      end();
    }
  };
}
