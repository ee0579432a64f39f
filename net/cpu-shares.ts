import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Whose work it is: an opaque key, such as an account. Owners share connections, slots and CPU fairly. null:
 * there are no other owners.
 */
export type Owner = string | null;

/** Fair shares of one thread's CPU. */
export interface CpuShares {
  /**
   * Runs synchronous work when it is the owner's turn and resolves with its result, or rejects with its error.
   * The owner that used the least CPU goes first. Between pieces of work, the event loop runs.
   */
  run<T>(owner: Owner, work: () => T): Promise<T>;
}

interface Piece {
  run(): void;
  /** its place in the order, in ms of CPU that its owner has used */
  start: number;
}

/** Work runs for this long before the event loop gets a turn. */
const SLICE_MS = 5;

/** `now`: the clock that measures work, in ms. */
export function createCpuShares(now: () => number = () => performance.now()): CpuShares {
  const waiting = new Map<Owner, Piece[]>();
  /** where each owner's next piece starts */
  const nextStart = new Map<Owner, number>();
  let reached = 0;
  let sliceUsed = 0;
  let isPumping = false;
  let isResetting = false;

  /** Runs a piece and charges its owner. */
  function spend(owner: Owner, piece: Piece): void {
    const began = now();
    piece.run();
    const used = Math.max(0, now() - began);
    sliceUsed += used;
    reached = Math.max(reached, piece.start);
    nextStart.set(owner, piece.start + used);
    if (!isResetting) {
      isResetting = true;
      setImmediate(startSlice);
    }
  }

  /** The event loop had its turn. If no work waits, all shares start over. */
  function startSlice(): void {
    isResetting = false;
    sliceUsed = 0;
    if (isPumping) return;
    nextStart.clear();
    reached = 0;
  }

  async function pump(): Promise<void> {
    isPumping = true;
    while (waiting.size > 0) {
      if (sliceUsed >= SLICE_MS) {
        await nextTurn();
        sliceUsed = 0;
      }
      let first: Owner = null;
      let pieces: Piece[] | undefined;
      for (const [owner, list] of waiting) {
        if (pieces && pieceStart(owner, list) >= pieceStart(first, pieces)) continue;
        [first, pieces] = [owner, list];
      }
      const piece = pieces?.shift();
      if (!piece) break;
      if (pieces?.length === 0) waiting.delete(first);
      piece.start = Math.max(piece.start, nextStart.get(first) ?? 0);
      spend(first, piece);
    }
    isPumping = false;
  }

  function pieceStart(owner: Owner, [piece]: readonly Piece[]): number {
    return Math.max(piece?.start ?? 0, nextStart.get(owner) ?? 0);
  }

  return {
    run<T>(owner: Owner, work: () => T): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const piece: Piece = {
        run() {
          try {
            resolve(work());
          } catch (error) {
            reject(error);
          }
        },
        start: Math.max(reached, nextStart.get(owner) ?? 0),
      };
      if (!isPumping && sliceUsed < SLICE_MS) spend(owner, piece);
      else {
        const pieces = waiting.get(owner);
        if (pieces) pieces.push(piece);
        else waiting.set(owner, [piece]);
        if (!isPumping) void pump();
      }
      return promise;
    },
  };
}
