import type { EventEmitter } from 'node:events';
import { vi } from 'vitest';
import { main } from './leadwell.ts';

/** What a command wrote, and its exit code; null if a signal ended it. */
export interface Outcome {
  code: number | null;
  out: string;
  err: string;
}

class Exit extends Error {}

/** What a command listens to until its process ends. */
const SOURCES: ReadonlyArray<[EventEmitter, string]> = [
  [process, 'SIGINT'],
  [process, 'SIGTERM'],
  [process.stdout, 'error'],
  [process.stdout, 'close'],
];

/** Runs the command in this process, which is quicker than starting one. */
export async function runHere(args: string[], environment: Record<string, string>): Promise<Outcome> {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const written = { out: '', err: '' };
  const keep = (key: keyof typeof written) => (piece: unknown) => {
    written[key] += String(piece);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(keep('out'));
  vi.spyOn(process.stderr, 'write').mockImplementation(keep('err'));
  let code: number | null = null;
  vi.spyOn(process, 'exit').mockImplementation((exit) => {
    code = Number(exit);
    throw new Exit();
  });
  // Node writes a warning to standard error once an event has eleven listeners. Other tests in this process leave some, too.
  process.stdout.setMaxListeners(0);
  const before = process.exitCode;
  const listeners = SOURCES.map(([source, event]) => new Set(source.listeners(event)));
  try {
    await main(args);
    code = Number(process.exitCode ?? 0);
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
  } finally {
    process.exitCode = before;
    for (const [index, [source, event]] of SOURCES.entries())
      for (const listener of source.listeners(event))
        if (!listeners[index]?.has(listener)) source.off(event, listener as () => void);
    vi.restoreAllMocks();
  }
  return { code, ...written };
}
