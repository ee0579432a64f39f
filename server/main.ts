import { runProcess } from './process.ts';
import { startServer } from './serve.ts';

/** The server process. Runs until SIGTERM or SIGINT, then shuts down gracefully. */
export async function main(): Promise<void> {
  await runProcess(async (config, watchdog) => {
    const running = await startServer(config, watchdog);
    process.stdout.write(
      `Leadwell is running at ${running.url}\n${running.summary.map((line) => `  ${line}\n`).join('')}`,
    );
    return running;
  });
}

if (import.meta.main) await main();
