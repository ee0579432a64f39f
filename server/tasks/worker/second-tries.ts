import type { TaskType } from '#contract/tasks.ts';
import type { Deps } from '../../deps.ts';
import { every } from '../../platform/every.ts';
import { SECOND_TRY_RUN } from '../settle-second-try.ts';
import type { SecondTry, TaskTools } from '../task-tool.ts';
import type { CrawlHost } from './crawl-host.ts';

/** A pattern that is learned now helps people of earlier tasks within a minute. */
const INTERVAL_MS = 60_000;

/**
 * Tries items of finished tasks again, in the background, when their tool knows more. A few of each account at a time. A try
 * that takes long, as at a server that greylists, doesn't hold up others.
 * Returns a function that stops it; what wasn't done is tried again later.
 */
export function startSecondTries(
  deps: Deps & { taskTools: TaskTools },
  host: Pick<CrawlHost, 'run'>,
  intervalMs = INTERVAL_MS,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Map<SecondTry, Promise<void>>();
  const fail = (error: unknown) => {
    if (!signal.aborted) deps.log.error({ err: error }, 'second tries failed');
  };
  const start = (type: TaskType, secondTry: SecondTry) => {
    const { taskId, ...rest } = secondTry;
    const held = { job: { taskId, runNo: SECOND_TRY_RUN } };
    const run = host.run({ ...rest, held, type, oneAtATime: false, mayWait: true }, signal);
    running.set(
      secondTry,
      run.catch(fail).finally(() => running.delete(secondTry)),
    );
  };
  const stop = every(intervalMs, async () => {
    try {
      for (const { definition, secondTries } of deps.taskTools.values()) {
        const tries = (await secondTries?.reserve(deps, openItems(running.keys()))) ?? [];
        if (signal.aborted) return;
        for (const secondTry of tries) start(definition.task.type, secondTry);
      }
    } catch (error) {
      fail(error);
    }
  });
  return async () => {
    stopping.abort();
    await stop();
    await Promise.all(running.values());
  };
}

/** How many items of each account are tried. */
function openItems(tries: Iterable<SecondTry>): ReadonlyMap<string, number> {
  const open = new Map<string, number>();
  for (const { accountId, items } of tries) open.set(accountId, (open.get(accountId) ?? 0) + items.length);
  return open;
}
