import { setTimeout as delay } from 'node:timers/promises';
import { NO_ADMIN_KEY } from '#contract/admin.ts';
import { openFront } from './front.ts';
import { runProcess } from './process.ts';
import type { RunningServer } from './serve.ts';

/** Time for pages that someone waits for, because loading the server and its database blocks the event loop. */
const FIRST_PAGES_MS = 20;

/** The server process. Runs until SIGTERM or SIGINT, then shuts down gracefully. */
export async function main(): Promise<void> {
  await runProcess(async (config, watchdog, ending) => {
    // Not on PostgreSQL: there, a proxy can send its users to another server meanwhile.
    const front = config.embedded ? await openFront(config) : null;
    if (front) await delay(FIRST_PAGES_MS);
    const { startServer } = await import('./serve.ts');
    const running = await startServer(config, watchdog, front, ending);
    process.stdout.write(
      `Leadwell is running at ${running.url}\n${running.summary.map((line) => `  ${line}\n`).join('')}` +
        operatorHint(running),
    );
    return running;
  });
}

/** What to print about the operator link. */
export function operatorHint({
  operatorLink,
  hasAdminKey,
}: Pick<RunningServer, 'operatorLink' | 'hasAdminKey'>): string {
  if (operatorLink === null) return '';
  const opened = hasAdminKey ? 'the admin page and test payments' : 'test payments';
  return (
    `To use ${opened}, open this link in your browser. It works once, within an hour:\n  ${operatorLink}\n` +
    (hasAdminKey ? '' : `${NO_ADMIN_KEY}\n`)
  );
}

if (import.meta.main) await main();
