import { fork } from 'node:child_process';
import { z } from 'zod';
import { childEnvironment } from './child-environment.ts';

/** A function to run in a child process: the async function `run` of `module` gets `input`. */
export interface ChildWork {
  /** URL of the module */
  module: string;
  run: string;
  /** Copied to the child, like the result: values, lists, objects and bytes. */
  input: unknown;
}

/** The work took more memory or time than it is allowed to. */
export class ChildLimitError extends Error {
  override readonly name = 'ChildLimitError';
  readonly limit: 'memory' | 'time';

  constructor(limit: 'memory' | 'time') {
    super(limit === 'memory' ? 'The child process ran out of memory.' : 'The child process took too long.');
    this.limit = limit;
  }
}

/**
 * Runs work that untrusted input could make slow or large, outside of this process. Each piece of work has a
 * new child process, so that only this piece fails at a limit. Not a worker thread: at its heap limit, V8 ends
 * the whole process for most allocations, such as those of JSON.parse and Set.
 */
export interface ChildRunner {
  /** Rejects with ChildLimitError at a limit, and with the message of the error if the work throws. */
  run<Result>(work: ChildWork): Promise<Result>;
}

export interface ChildLimits {
  /** heap of one child */
  heapMb: number;
  /** of it, each half of the space for new values. A small one takes less memory and more time. Default: Node's */
  youngMb?: number;
  /** for one piece of work, without its time in the queue */
  timeMs: number;
  /** pieces of work at the same time; others wait in order */
  concurrent: number;
}

/** One at a time, so that several large uploads don't add up. One takes about a second. */
const LIMITS: ChildLimits = { heapMb: 512, timeMs: 60_000, concurrent: 1 };

const Answer = z.union([z.object({ result: z.unknown() }), z.object({ error: z.string() })]);

export function createChildRunner(limits: ChildLimits = LIMITS): ChildRunner {
  const waiting: (() => void)[] = [];
  let running = 0;

  return {
    async run<Result>(work: ChildWork): Promise<Result> {
      if (running >= limits.concurrent) await new Promise<void>((resume) => waiting.push(resume));
      else running += 1;
      try {
        return (await runOnce(work, limits)) as Result;
      } finally {
        // The next one takes this place.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}

function runOnce(work: ChildWork, limits: ChildLimits): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./child-entry.ts', import.meta.url), {
      execArgv: [
        `--max-old-space-size=${limits.heapMb}`,
        ...(limits.youngMb === undefined ? [] : [`--max-semi-space-size=${limits.youngMb}`]),
      ],
      // Structured clone, which also copies bytes.
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: childEnvironment(),
    });
    let answered = false;
    const end = (settle: () => void) => {
      if (answered) return;
      answered = true;
      clearTimeout(timer);
      settle();
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => end(() => reject(new ChildLimitError('time'))), limits.timeMs);
    child.once('message', (message) => {
      const answer = Answer.parse(message);
      end(() => ('error' in answer ? reject(new Error(answer.error)) : resolve(answer.result)));
    });
    child.once('error', (error) => end(() => reject(error)));
    child.once('exit', (code, signal) =>
      end(() =>
        reject(isOutOfMemory(code, signal) ? new ChildLimitError('memory') : exitError(code, signal)),
      ),
    );
    child.send(work, (error) => {
      if (error) end(() => reject(error));
    });
  });
}

/** V8 aborts at its heap limit. The kernel kills a process when the machine has no memory left. */
function isOutOfMemory(code: number | null, signal: NodeJS.Signals | null): boolean {
  return signal === 'SIGABRT' || signal === 'SIGKILL' || code === 134;
}

function exitError(code: number | null, signal: NodeJS.Signals | null): Error {
  return new Error(`The child process ended without a result (${signal ?? `exit code ${code}`}).`);
}
