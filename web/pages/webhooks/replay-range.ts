/** A part of the events of a range was sent again, and then it failed. */
export class ReplayStoppedError extends Error {
  readonly replayed: number;

  constructor(replayed: number, cause: unknown) {
    super(`It stopped after ${replayed} events.`, { cause });
    this.replayed = replayed;
  }
}

/**
 * Sends all events of a time range again, with as many calls as that needs, and returns how many there were. Events that come meanwhile
 * aren't part of it. Throws ReplayStoppedError for a failure after the first call, and else what the call throws.
 */
export async function replayRange(
  call: (range: { from: string; to: string }) => Promise<{ replayed: number; next: string | null }>,
  { from, to = new Date().toISOString() }: { from: string; to?: string },
  onReplayed: (count: number) => void,
): Promise<number> {
  let replayed = 0;
  for (let next: string | null = from; next !== null; ) {
    try {
      const part = await call({ from: next, to });
      replayed += part.replayed;
      next = part.next;
    } catch (error) {
      throw replayed > 0 ? new ReplayStoppedError(replayed, error) : error;
    }
    onReplayed(replayed);
  }
  return replayed;
}
