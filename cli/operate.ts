import type { Writable } from 'node:stream';
import { type Config, parseConfig } from '#server/config.ts';
import { runOnServer, ServerUnreachable } from '#server/operator/socket.ts';
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
    if (await hasServerRun(config, name, input, output)) return;
    await (await import('./operate-here.ts')).operateHere(config, name, input, output);
  } catch (error) {
    throw error instanceof InvalidInput ? new UsageError(error.message) : error;
  }
}

/**
 * Runs a command on the server that has the data folder. On PostgreSQL, too, only that server can open the lead databases
 * in it. Returns false if there is none.
 */
async function hasServerRun(config: Config, name: string, input: object, output: Output): Promise<boolean> {
  const usesFolder = config.embedded || !config.CLICKHOUSE_URL;
  if (!usesFolder || !isDataFolderInUse(config.DATA_DIR)) return false;
  try {
    await runOnServer(config.DATA_DIR, name, input, output);
    return true;
  } catch (error) {
    // Another command has the folder. On PostgreSQL, most commands don't need it.
    if (error instanceof ServerUnreachable && !config.embedded) return false;
    throw error;
  }
}
