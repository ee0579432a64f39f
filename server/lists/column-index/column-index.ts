import { setImmediate as nextTurn } from 'node:timers/promises';
import { runHeavy } from '../../platform/database/database-turns.ts';
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
const REMEMBERED_LISTS = 1000;
/** A list whose pages are turned isn't checked again for so long. */
const WARM_MS = 60_000;
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
  /**
   * Reads a list that was opened into the index in the background, one of an account at a time, because a search or an order often
   * comes next. That request waits for it.
   */
  warm(db: Db, list: ListToRead): void;
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

  /** accounts with a list that is read in the background */
  const warming = new Set<string>();
  /** when lists were opened, in ms; the oldest first */
  const warmedAt = new Map<string, number>();

  function isRefused(listId: string): boolean {
    const until = refusedUntil.get(listId);
    if (until === undefined) return false;
    if (performance.now() < until) return true;
    refusedUntil.delete(listId);
    return false;
  }

  function remember(times: Map<string, number>, listId: string, ms: number): void {
    times.set(listId, ms);
    const [oldest] = times.keys();
    if (times.size > REMEMBERED_LISTS && oldest !== undefined) times.delete(oldest);
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
        remember(refusedUntil, list.id, performance.now() + ms);
        return null;
      }
      await nextTurn();
    }
    return null;
  }

  async function findInTurn(...args: Parameters<ColumnIndex['find']>): ReturnType<ColumnIndex['find']> {
    const [, list, , signal] = args;
    if (isRefused(list.id)) return null;
    return ofList.run(
      list.id,
      async () => {
        try {
          return await find(...args);
        } catch (error) {
          if (!(error instanceof IndexThreadError)) throw error;
          log.error({ err: error }, 'column index failed');
          return null;
        }
      },
      signal,
    );
  }

  return {
    find: findInTurn,
    warm(db, list) {
      const at = performance.now();
      if (warming.has(list.account_id) || at - (warmedAt.get(list.id) ?? -WARM_MS) < WARM_MS) return;
      remember(warmedAt, list.id, at);
      warming.add(list.account_id);
      const nothing = { search: '', sort: null, offset: 0, limit: 0 } as const;
      void runHeavy(list.account_id, () => findInTurn(db, list, nothing))
        // The request that needs it tries again.
        .catch(() => {})
        .finally(() => warming.delete(list.account_id));
    },
    close: () => thread.close(),
  };
}
