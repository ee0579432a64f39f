import { chmodSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import {
  FileProgress,
  InvalidInput,
  type OperatorCommand,
  type Output,
  validInput,
} from '../platform/operator/operator-command.ts';
import { firstErrorLine, OperatorError } from '../platform/operator-error.ts';

/**
 * Only one process can open the data folder. While a server runs, it therefore runs the operator's commands
 * itself, over a socket in the folder that only its owner can open.
 *
 * POST /<command> with the input as JSON. The response has one JSON object per line: {"row"}, {"note"},
 * {"progress"}, and finally {"end"} with an error message or null, or {"invalid"} with what is wrong with the input.
 */
const Line = z.union([
  z.object({ row: z.looseObject({}) }),
  z.object({ note: z.string() }),
  z.object({ progress: FileProgress }),
  z.object({ end: z.string().nullable() }),
  z.object({ invalid: z.string() }),
]);

const OWNER_ONLY = 0o600;
const FOLDER_OF_OWNER = 0o700;
const MAX_INPUT_CHARS = 1024 * 1024;
const STOPPED = 'The server stopped before the command finished.';

/** A process has the data folder open, but answers no commands. */
export class ServerUnreachable extends OperatorError {
  override readonly name = 'ServerUnreachable';
}

function socketPath(dataDir: string): string {
  return join(dataDir, 'operator.sock');
}

export type OperatorCommands<Needs> = ReadonlyMap<string, OperatorCommand<Needs>>;

type SocketDeps = Pick<Deps, 'config' | 'log'>;

/**
 * Listens for commands. Call it only in the process that has the data folder open. Returns a function to
 * stop.
 */
export async function openOperatorSocket<Needs extends SocketDeps>(
  deps: Needs,
  commands: OperatorCommands<Needs>,
): Promise<() => Promise<void>> {
  const path = socketPath(deps.config.DATA_DIR);
  // Others could open a new socket until its mode is set, so it is created where they can't. The umask stays as it is: the lead
  // engine, which may start meanwhile, would keep one that lets no one enter its new folders.
  const folder = join(deps.config.DATA_DIR, '.operator');
  // As long as the final path, because the length of a socket's path is limited.
  const created = join(folder, 'new');
  // Left by a killed server. No other server can listen, because we have the data folder open.
  for (const left of [path, folder]) rmSync(left, { recursive: true, force: true });
  const server = createServer((incoming, outgoing) => void handle(deps, commands, incoming, outgoing));
  try {
    mkdirSync(folder, { mode: FOLDER_OF_OWNER });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(created, resolve);
    });
    chmodSync(created, OWNER_ONLY);
    renameSync(created, path);
  } catch (error) {
    // Socket paths have a length limit. The server works without the socket.
    deps.log.warn({ err: error, path }, 'no operator socket: stop the server to run `leadwell` commands');
    return async () => {};
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return async () => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
    rmSync(path, { force: true });
  };
}

async function handle<Needs extends SocketDeps>(
  deps: Needs,
  commands: OperatorCommands<Needs>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const write = (line: z.input<typeof Line>) => void outgoing.write(`${JSON.stringify(line)}\n`);
  outgoing.writeHead(200, { 'content-type': 'application/x-ndjson' });
  const name = incoming.url?.slice(1) ?? '';
  try {
    const command = commands.get(name);
    if (!command) throw new OperatorError(`The running server doesn't support the command ${name}.`);
    const input = validInput(command, JSON.parse(await readAll(incoming)));
    deps.log.info({ command: name }, 'operator command');
    await command.run(deps, input, {
      row: (row) => write({ row: { ...row } }),
      note: (note) => write({ note }),
      progress: (progress) => write({ progress }),
    });
    write({ end: null });
  } catch (error) {
    if (!(error instanceof OperatorError))
      deps.log.error({ err: error, command: name }, 'operator command failed');
    write(error instanceof InvalidInput ? { invalid: error.message } : { end: firstErrorLine(error) });
  }
  outgoing.end();
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) {
    text += chunk;
    if (text.length > MAX_INPUT_CHARS) throw new OperatorError("The command's input is too large.");
  }
  return text || '{}';
}

/**
 * Runs a command on the server that has the data folder open. Throws InvalidInput, ServerUnreachable, or OperatorError
 * with the server's error.
 */
export async function runOnServer(
  dataDir: string,
  name: string,
  input: unknown,
  output: Output,
): Promise<void> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request({ socketPath: socketPath(dataDir), path: `/${name}`, method: 'POST' }, resolve);
    outgoing.once('error', reject);
    outgoing.end(JSON.stringify(input));
  }).catch((cause: unknown) => {
    // It was connected, so the command may have been worked.
    if ((cause as NodeJS.ErrnoException).code === 'ECONNRESET') throw new OperatorError(STOPPED, { cause });
    throw new ServerUnreachable(
      `The data folder ${dataDir} is in use, but its server doesn't respond (${firstErrorLine(cause)}). If it is starting, try again in a few seconds. Otherwise, stop it first.`,
      { cause },
    );
  });
  try {
    for await (const line of responseLines(response)) {
      if ('row' in line) output.row(line.row);
      else if ('note' in line) output.note(line.note);
      else if ('progress' in line) output.progress?.(line.progress);
      else if ('invalid' in line) throw new InvalidInput(line.invalid);
      else if (line.end === null) return;
      else throw new OperatorError(line.end);
    }
    throw new OperatorError(STOPPED);
  } finally {
    // If the output has closed early, the rest of the rows would keep this process open.
    response.destroy();
  }
}

async function* responseLines(response: IncomingMessage): AsyncGenerator<z.output<typeof Line>> {
  try {
    for await (const text of createInterface({ input: response })) yield Line.parse(JSON.parse(text));
  } catch (cause) {
    // The server was killed in the middle of its response.
    throw new OperatorError(STOPPED, { cause });
  }
}
