import { NO_ADMIN_KEY } from '#contract/admin.ts';
import { runProcess } from './process.ts';
import { type RunningServer, startServer } from './serve.ts';

/** The server process. Runs until SIGTERM or SIGINT, then shuts down gracefully. */
export async function main(): Promise<void> {
  await runProcess(async (config, watchdog) => {
    const running = await startServer(config, watchdog);
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
