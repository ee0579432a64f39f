import type { Writable } from 'node:stream';
import { parseConfig } from '#server/config.ts';
import { runOnServer } from '#server/operator/socket.ts';
import { isDataFolderInUse } from '#server/platform/disk/data-lock.ts';
import { InvalidInput, type Output } from '#server/platform/operator/operator-command.ts';
import { readEnvFile } from '#server/process.ts';
import { showFileProgress } from './file-progress.ts';
import { whenOutputCloses } from './output.ts';
import { UsageError } from './usage-error.ts';

/** The reader of the output has closed it, as in `leadwell users list | head`. */
class OutputClosed extends Error {
  override readonly name = 'OutputClosed';
}

/** On PostgreSQL, too, these need the data folder: a server that has it runs them. */
const NEEDS_FOLDER: ReadonlySet<string> = new Set(['backup']);

/** Writes rows to standard output and everything else to standard error. */
function terminalOutput(onRow?: (row: object) => void): { output: Output; end(): void } {
  const progress = showFileProgress(process.stderr);
  let closed = false;
  whenOutputCloses(() => {
    closed = true;
  });
  const write = (stream: Writable, text: string) => {
    progress.pause();
    stream.write(`${text}\n`);
  };
  return {
    output: {
      row: (value) => {
        if (closed) throw new OutputClosed();
        if (onRow) {
          progress.pause();
          onRow(value);
        } else write(process.stdout, JSON.stringify(value));
      },
      note: (text) => write(process.stderr, text),
      progress: (at) => progress.step(at),
    },
    end: () => progress.pause(),
  };
}

/**
 * Runs an operator command: here, or in the running server if it has the data folder. Default output: the
 * terminal. Throws UsageError if the input is invalid, before it opens anything, and OperatorError for other
 * failures.
 */
export async function operate(
  name: string,
  input: object,
  output?: Output,
  onRow?: (row: object) => void,
): Promise<void> {
  if (output) return run(name, input, output);
  const terminal = terminalOutput(onRow);
  try {
    await run(name, input, terminal.output);
  } catch (error) {
    if (!(error instanceof OutputClosed)) throw error;
  } finally {
    terminal.end();
  }
}

async function run(name: string, input: object, output: Output): Promise<void> {
  readEnvFile();
  const config = parseConfig({ LOG_LEVEL: 'warn', ...process.env });
  try {
    // A server that runs has the commands. Loading them here takes longer than most of them run.
    const isItsOwn = config.embedded || (NEEDS_FOLDER.has(name) && !config.CLICKHOUSE_URL);
    if (isItsOwn && isDataFolderInUse(config.DATA_DIR))
      await runOnServer(config.DATA_DIR, name, input, output);
    else await (await import('./operate-here.ts')).operateHere(config, name, input, output);
  } catch (error) {
    throw error instanceof InvalidInput ? new UsageError(error.message) : error;
  }
}
