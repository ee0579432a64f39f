import { runProcess } from './process.ts';
import { startServer } from './serve.ts';

/** The server process: serves until SIGTERM or SIGINT, then ends what is open. */
export async function main(): Promise<void> {
  await runProcess(async (config) => {
    const running = await startServer(config);
    process.stdout.write(
      `Leadwell is at ${running.url}\n${running.choices.map((line) => `  ${line}\n`).join('')}`,
    );
    return running;
  });
}

if (import.meta.main) await main();
