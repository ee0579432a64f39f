import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../../platform/database/db.ts';
import { MEGABYTE } from '../../platform/disk/free-bytes.ts';
import type { Log } from '../../platform/log.ts';
import { createTurns } from '../../platform/turns.ts';
import type { IndexQuery } from './list-columns.ts';
import { type ListToRead, listState, readList } from './read-list.ts';
import { createIndexThread, type IndexThread, IndexThreadError } from './thread-host.ts';

/** A list of 100,000 rows and 60 columns takes about 70 MB. */
const LIMIT_BYTES = 84 * MEGABYTE;
const UNUSED_MS = 600_000;
/** How long a list isn't read again that had no room beside others, or that is too large at all. */
const NO_ROOM_MS = 60_000;
const TOO_LARGE_MS = 3_600_000;
/** Lists without room that are remembered. */
const REFUSED_LISTS = 1000;
/** A list that changes all the time is read this often for one answer. */
const TRIES = 3;

/** The columns of open lists in memory, in a thread of their own. The database stays the truth. */
export interface ColumnIndex {
  /**
   * The IDs of a page of the rows that match, and how many match, as the list is now. null if the index can't say, because
   * the list or the query doesn't fit it, or because its thread ended.
   */
  find(
    db: Db,
    list: ListToRead,
    query: IndexQuery & { offset: number; limit: number },
    signal?: AbortSignal,
  ): Promise<{ ids: number[]; total: number } | null>;
  close(): Promise<void>;
}

/** Creates the index of one process. Nothing starts before its first use. */
export function createColumnIndex({
  log,
  limitBytes = LIMIT_BYTES,
  thread = createIndexThread({ limitBytes, unusedMs: UNUSED_MS }, (err) =>
    log.error({ err }, 'thread of the column index ended'),
  ),
}: {
  log: Pick<Log, 'error'>;
  /** of all lists together */
  limitBytes?: number;
  thread?: IndexThread;
}): ColumnIndex {
  const ofList = createTurns({ atOnce: 1, of: 'key' });
  /** when lists without room can be read again, in ms */
  const refusedUntil = new Map<string, number>();

  function isRefused(listId: string): boolean {
    const until = refusedUntil.get(listId);
    if (until === undefined) return false;
    if (performance.now() < until) return true;
    refusedUntil.delete(listId);
    return false;
  }

  function refuse(listId: string, ms: number): void {
    refusedUntil.set(listId, performance.now() + ms);
    const [oldest] = refusedUntil.keys();
    if (refusedUntil.size > REFUSED_LISTS && oldest !== undefined) refusedUntil.delete(oldest);
  }

  async function find(
    db: Db,
    list: ListToRead,
    { offset, limit, ...query }: IndexQuery & { offset: number; limit: number },
    signal?: AbortSignal,
  ): Promise<{ ids: number[]; total: number } | null> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const now = await listState(db, list.id);
      if (!now) return null;
      const reply = await thread.ask(list.account_id, {
        kind: 'find',
        list: list.id,
        now,
        query,
        offset,
        limit,
      });
      if (reply.kind === 'found') return { ids: reply.ids, total: reply.total };
      if (reply.kind !== 'behind') return null;
      const read = await readList({ db, thread }, list, { from: reply.from, now }, signal);
      if (read.kind === 'no-room' || read.kind === 'too-large') {
        const ms = read.kind === 'no-room' ? NO_ROOM_MS : TOO_LARGE_MS;
        refuse(list.id, ms);
        return null;
      }
      await nextTurn();
    }
    return null;
  }

  return {
    async find(db, list, query, signal) {
      if (isRefused(list.id)) return null;
      return ofList.run(
        list.id,
        async () => {
          try {
            return await find(db, list, query, signal);
          } catch (error) {
            if (!(error instanceof IndexThreadError)) throw error;
            log.error({ err: error }, 'column index failed');
            return null;
          }
        },
        signal,
      );
    },
    close: () => thread.close(),
  };
}
