/** Something that runs until it is stopped. */
interface Stoppable {
  stop(): Promise<void>;
}

/** The work that a process does apart from answering calls. */
export interface StartedWork {
  /** null: it wasn't started. */
  add(work: Stoppable | (() => Promise<void>) | null | undefined): void;
  /** Stops everything once. All of it is told to stop before any of it is waited for, so that nothing starts more work meanwhile. */
  stop(): Promise<void>;
}

export function startedWork(): StartedWork {
  const started: (() => Promise<void>)[] = [];
  let stopped: Promise<void> | null = null;
  return {
    add(work) {
      if (work) started.push(typeof work === 'function' ? work : () => work.stop());
    },
    stop() {
      stopped ??= Promise.all(started.map((stop) => stop())).then(() => {});
      return stopped;
    },
  };
}
