import type { Deps } from '../../deps.ts';
import { every } from '../../platform/every.ts';
import { SECOND_TRY_RUN } from '../settle-second-try.ts';
import type { TaskTools } from '../task-tool.ts';
import type { CrawlHost } from './crawl-host.ts';

/** A pattern that is learned now helps people of earlier tasks within a minute. */
const INTERVAL_MS = 60_000;

/**
 * Tries items of finished tasks again, in the background, when their tool knows more. A few of each account at a time.
 * Returns a function that stops it; what wasn't done is tried again later.
 */
export function startSecondTries(
  deps: Deps & { taskTools: TaskTools },
  host: Pick<CrawlHost, 'run'>,
  intervalMs = INTERVAL_MS,
): () => Promise<void> {
  const stopping = new AbortController();
  const stop = every(intervalMs, async () => {
    try {
      for (const { definition, secondTries } of deps.taskTools.values()) {
        const { type } = definition.task;
        const tries = (await secondTries?.reserve(deps)) ?? [];
        if (stopping.signal.aborted) return;
        await Promise.all(
          tries.map(({ taskId, ...rest }) => {
            const held = { job: { taskId, runNo: SECOND_TRY_RUN } };
            return host.run({ ...rest, held, type, oneAtATime: false, mayWait: true }, stopping.signal);
          }),
        );
      }
    } catch (error) {
      if (!stopping.signal.aborted) deps.log.error({ err: error }, 'second tries failed');
    }
  });
  return () => {
    stopping.abort();
    return stop();
  };
}
