import type { Hono } from 'hono';
import { CALLS_PATH, VERSIONED_PATH } from '#contract/call.ts';
import { cutText } from '#contract/cut-text.ts';
import { CallError } from '#contract/errors.ts';
import type { AppEnv } from './context.ts';
import { nearestName, SHOWN_CHARS } from './unknown-fields.ts';

/** Answers requests to calls and versions that don't exist, and names the nearest call that does. Mount it after all calls. */
export function mountUnknownCalls(app: Hono<AppEnv>, publicUrl: string): void {
  const paths = app.routes
    .map(({ path }) => path)
    .filter((path) => path.startsWith(CALLS_PATH) && !path.includes('*'));
  const names = [...new Set(paths.map((path) => path.slice(CALLS_PATH.length)))];
  app.all(`${CALLS_PATH}*`, (context) => {
    const given = context.req.path.slice(CALLS_PATH.length);
    const nearest = nearestName(given, names);
    const hint = nearest === null ? '' : ` Did you mean ${VERSIONED_PATH}${nearest}?`;
    throw new CallError(
      'not_found',
      `There is no call “${cutText(given, SHOWN_CHARS)}”.${hint} All calls are listed at ${publicUrl}/api.`,
    );
  });
  app.all('/:version{v\\d+}/:call{.+}', (context) => {
    const version = cutText(context.req.param('version'), SHOWN_CHARS);
    throw new CallError(
      'not_found',
      `There is no version ${version} of the API. Calls are at ${publicUrl}${VERSIONED_PATH}`,
    );
  });
}
