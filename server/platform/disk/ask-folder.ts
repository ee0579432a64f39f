import { OperatorError } from '../operator-error.ts';

const LIMIT_MS = 5000;
/** What is asked of a folder right now: it ends when the disk answers. */
const asked = new Map<string, Promise<void>>();
/** Folders whose question has no answer although its time is over. */
const silent = new Set<string>();

/** The disk of a folder doesn't answer, such as a network disk whose server is away. */
export class DiskSilent extends OperatorError {
  override readonly name = 'DiskSilent';
  constructor(folder: string) {
    super(`The disk of ${folder} does not answer.`);
  }
}

/**
 * Asks a folder on a disk that may hang, one question at a time: a call that hangs keeps one of the few threads of this process
 * for files. `ask` makes one call after the other. Throws what `ask` throws, and DiskSilent if it has no answer within
 * `limitMs`, or the question before has none.
 */
export async function askFolder<T>(folder: string, ask: () => Promise<T>, limitMs = LIMIT_MS): Promise<T> {
  const late = Promise.withResolvers<never>();
  // The answer may come first.
  late.promise.catch(() => {});
  const timer = setTimeout(() => {
    silent.add(folder);
    late.reject(new DiskSilent(folder));
  }, limitMs);
  try {
    for (let before = asked.get(folder); before; before = asked.get(folder))
      await Promise.race([before, late.promise]);
    const answer = ask();
    const ended = answer
      .then(
        () => {},
        () => {},
      )
      .finally(() => {
        asked.delete(folder);
        silent.delete(folder);
      });
    asked.set(folder, ended);
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a disk hasn't answered in time, and still doesn't: a thread of this process waits for it. */
export function hasSilentFolder(): boolean {
  return silent.size > 0;
}
