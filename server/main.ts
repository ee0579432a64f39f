import { loadEnvFile } from 'node:process';
import { ConfigError, parseConfig } from './config.ts';
import { DataFolderInUse } from './platform/data-lock.ts';
import { startServer } from './serve.ts';

/** The server process: reads `.env` and the environment, serves until SIGTERM or SIGINT, then ends what is open. */
export async function main(): Promise<void> {
  try {
    loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  let running: Awaited<ReturnType<typeof startServer>>;
  try {
    running = await startServer(parseConfig(process.env));
  } catch (error) {
    if (error instanceof ConfigError || error instanceof DataFolderInUse || isPlain(error)) {
      process.stderr.write(`${(error as Error).message}\n`);
      process.exit(1);
    }
    throw error;
  }
  process.stdout.write(
    `Leadwell is at ${running.url}\n${running.choices.map((line) => `  ${line}\n`).join('')}`,
  );
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      process.stdout.write('Stopping (again to force) …\n');
      void running.stop().then(() => process.exit(0));
    });
  }
}

/** An error whose message was written for the operator; its stack would only hide it. */
function isPlain(error: unknown): boolean {
  return error instanceof Error && /^Port \d+ on /.test(error.message);
}

if (import.meta.main) await main();
