import type { Writable } from 'node:stream';
import { parseConfig } from '#server/config.ts';
import { runOnServer } from '#server/operator/socket.ts';
import { OPERATOR_COMMANDS } from '#server/operator-commands.ts';
import { DataFolderInUse } from '#server/platform/data-lock.ts';
import type { Output } from '#server/platform/operator-command.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { readEnvFile } from '#server/process.ts';
import { openDeps } from '#server/server-deps.ts';
import { showFileProgress } from './file-progress.ts';
import { Misuse } from './misuse.ts';
import { whenOutputCloses } from './output.ts';

/** The reader of the output has closed it, as in `leadwell users list | head`. */
class OutputClosed extends Error {
  override readonly name = 'OutputClosed';
}

/** Writes rows to standard output and everything else to standard error. */
function terminalOutput(): { output: Output; end(): void } {
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
        write(process.stdout, JSON.stringify(value));
      },
      note: (text) => write(process.stderr, text),
      progress: (at) => progress.step(at),
    },
    end: () => progress.pause(),
  };
}

/**
 * Runs an operator command: here, or in the running server if it has the data folder. Default output: the
 * terminal. Throws Misuse if the input is invalid, before it opens anything, and OperatorError for other
 * failures.
 */
export async function operate(name: string, input: object, output?: Output): Promise<void> {
  if (output) return run(name, input, output);
  const terminal = terminalOutput();
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
  const command = OPERATOR_COMMANDS.get(name);
  if (!command) throw new OperatorError(`Unknown command: ${name}`);
  const parsed = command.input.safeParse(input);
  if (!parsed.success) throw new Misuse(parsed.error.issues.map(({ message }) => message).join('\n'));
  const deps = await openDeps(config).catch((error: unknown) => {
    if (error instanceof DataFolderInUse) return null;
    throw error;
  });
  if (!deps) return runOnServer(config.DATA_DIR, name, input, output);
  try {
    await command.run(deps, parsed.data, output);
  } finally {
    await deps.close();
  }
}
