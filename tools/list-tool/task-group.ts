/** Concurrent tasks that end together. A running task may start others. */
export interface TaskGroup {
  /** Starts a task at once. Its error fails the group. */
  start(task: () => Promise<void>): void;
  /** Awaits `wait` inside a running task. The group is idle while all its tasks wait like this. */
  pause(wait: Promise<void>): Promise<void>;
  /** Resolves when all tasks have ended; rejects with the first error. */
  finished(): Promise<void>;
}

/** `onIdle`: called with true when the group gets idle, and with false when work goes on or ends. */
export function createTaskGroup(onIdle: (idle: boolean) => void): TaskGroup {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let running = 0;
  let pausing = 0;
  let wasIdle = false;

  function update(): void {
    const isIdle = running > 0 && pausing === running;
    if (isIdle !== wasIdle) onIdle(isIdle);
    wasIdle = isIdle;
    if (running === 0) resolve();
  }

  return {
    start(task) {
      running += 1;
      task()
        .then(() => {
          running -= 1;
          update();
        })
        .catch(reject);
    },
    async pause(wait) {
      pausing += 1;
      update();
      await wait;
      pausing -= 1;
      update();
    },
    finished() {
      update();
      return promise;
    },
  };
}
