import { chmodSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { FileProgress, type OperatorCommand, type Output } from '../platform/operator-command.ts';
import { OperatorError, reasonOf } from '../platform/operator-error.ts';

/**
 * A running server holds the data folder, and no second process may open it. So the server carries out the operator's commands
 * itself, asked over a socket in that folder that only its user can open.
 *
 * POST /<command> with its input as JSON; the answer is one JSON object a line: {"row"}, {"note"}, {"progress"}, and {"end"} last, with
 * what went wrong or null.
 */
const Line = z.union([
  z.object({ row: z.looseObject({}) }),
  z.object({ note: z.string() }),
  z.object({ progress: FileProgress }),
  z.object({ end: z.string().nullable() }),
]);

const OWNER_ONLY = 0o600;
const MAX_INPUT_CHARS = 1024 * 1024;
const STOPPED = 'The server stopped before the command was done.';

function socketPath(dataDir: string): string {
  return join(dataDir, 'operator.sock');
}

/** Commands by name. */
export type OperatorCommands<Needs> = ReadonlyMap<string, OperatorCommand<Needs>>;

type SocketDeps = Pick<Deps, 'config' | 'log'>;

/** Listens for commands. Only for the process that has the data folder open. Returns how to stop. */
export async function openOperatorSocket<Needs extends SocketDeps>(
  deps: Needs,
  commands: OperatorCommands<Needs>,
): Promise<() => Promise<void>> {
  const path = socketPath(deps.config.DATA_DIR);
  // What a killed server left: nobody else can be listening, the folder is ours.
  rmSync(path, { force: true });
  const server = createServer((incoming, outgoing) => void answer(deps, commands, incoming, outgoing));
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
    chmodSync(path, OWNER_ONLY);
  } catch (error) {
    // Long paths are not allowed for sockets. The product works without; only the command line must wait for a stop.
    deps.log.warn({ err: error, path }, 'no operator socket: commands of `leadwell` need the server stopped');
    return async () => {};
  } finally {
    process.umask(mask);
  }
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}

async function answer<Needs extends SocketDeps>(
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
    if (!command) throw new OperatorError(`The running server does not know the command ${name}.`);
    const input = command.input.parse(JSON.parse(await readAll(incoming)));
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
    write({ end: reasonOf(error) });
  }
  outgoing.end();
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) {
    text += chunk;
    if (text.length > MAX_INPUT_CHARS) throw new OperatorError('The input of the command is too large.');
  }
  return text || '{}';
}

/** Has the server that holds the data folder carry out a command. Throws OperatorError with what went wrong there. */
export async function askServer(
  dataDir: string,
  name: string,
  input: unknown,
  output: Output,
): Promise<void> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = request({ socketPath: socketPath(dataDir), path: `/${name}`, method: 'POST' }, resolve);
    asked.once('error', reject);
    asked.end(JSON.stringify(input));
  }).catch((cause: unknown) => {
    throw new OperatorError(
      `The data folder ${dataDir} is in use, and its server does not answer (${reasonOf(cause)}). Stop it and try again.`,
      { cause },
    );
  });
  for await (const line of answerLines(response)) {
    if ('row' in line) output.row(line.row);
    else if ('note' in line) output.note(line.note);
    else if ('progress' in line) output.progress?.(line.progress);
    else if (line.end === null) return;
    else throw new OperatorError(line.end);
  }
  throw new OperatorError(STOPPED);
}

async function* answerLines(response: IncomingMessage): AsyncGenerator<z.output<typeof Line>> {
  try {
    for await (const text of createInterface({ input: response })) yield Line.parse(JSON.parse(text));
  } catch (cause) {
    // Killed, it broke off the answer wherever that was.
    throw new OperatorError(STOPPED, { cause });
  }
}
