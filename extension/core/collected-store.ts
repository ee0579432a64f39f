import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { COLLECT_ALIASES_MAX, type CollectedRow } from '#contract/collect-sites.ts';
import type { RefusedRow } from './leadwell-client.ts';
import { type FoundRow, mergeValues } from './reading.ts';

/** `opted-out`: refused because its person or company asked not to be listed. It is never sent again. */
export type RowState = 'waiting' | 'sent' | 'refused' | 'opted-out';

/** A row as the browser keeps it. */
export interface KeptRow extends CollectedRow {
  /** order of arrival */
  order: number;
  state: RowState;
  /** why Leadwell refused it, else empty */
  reason: string;
  /** grows with each change of the values */
  revision: number;
  /** sent at least once, so its key must stay */
  known: boolean;
  /** columns that a response or state gave; missing in rows of an earlier version */
  heard?: readonly string[];
}

/** Rows on their way to Leadwell. They are sent again, with the same ID, until there is a reply. */
export interface Batch {
  /** the idempotency key */
  id: string;
  list: string;
  rows: CollectedRow[];
  revisions: number[];
}

interface Schema extends DBSchema {
  rows: { key: string; value: KeptRow; indexes: { aliases: string; state: string; order: number } };
  batches: { key: string; value: Batch };
}
type Writing = IDBPTransaction<Schema, ('rows' | 'batches')[], 'readwrite'>;

const REFUSALS_READ = 200;

export interface RowCounts {
  total: number;
  waiting: number;
  sent: number;
  refused: number;
  optedOut: number;
}

/** The rows of one extension in the browser's database. All methods are safe beside another open panel. */
export class CollectedStore {
  private readonly database: IDBPDatabase<Schema>;

  private constructor(database: IDBPDatabase<Schema>) {
    this.database = database;
  }

  static async open(name = 'leadwell'): Promise<CollectedStore> {
    const database = await openDB<Schema>(name, 1, {
      upgrade: (fresh) => {
        const rows = fresh.createObjectStore('rows', { keyPath: 'key' });
        rows.createIndex('aliases', 'aliases', { multiEntry: true });
        rows.createIndex('state', 'state');
        rows.createIndex('order', 'order');
        fresh.createObjectStore('batches', { keyPath: 'id' });
      },
    });
    return new CollectedStore(database);
  }

  close(): void {
    this.database.close();
  }

  /**
   * Adds rows, or adds values to the rows with a common alias. Takes at most `room` new rows. Returns the number
   * of new rows, and of rows that didn't fit.
   */
  async add(rows: readonly FoundRow[], room: number): Promise<{ added: number; left: number }> {
    const write = this.database.transaction(['rows', 'batches'], 'readwrite');
    const sending = new Set(
      (await write.objectStore('batches').getAll()).flatMap((batch) => batch.rows.map((row) => row.key)),
    );
    const last = await write.objectStore('rows').index('order').openKeyCursor(null, 'prev');
    let order = (last?.key ?? 0) + 1;
    let added = 0;
    let left = 0;
    for (const row of rows) {
      const same = await sameRows(write, row);
      if (same[0]) await merge(write, same, row, sending);
      else if (added >= room) left++;
      else {
        added++;
        await write
          .objectStore('rows')
          .put({ ...row, order: order++, state: 'waiting', reason: '', revision: 1, known: false });
      }
    }
    await write.done;
    return { added, left };
  }

  async counts(): Promise<RowCounts> {
    const rows = this.database.transaction('rows').store;
    const of = (state: RowState) => rows.index('state').count(state);
    const [total, waiting, sent, refused, optedOut] = await Promise.all([
      rows.count(),
      of('waiting'),
      of('sent'),
      of('refused'),
      of('opted-out'),
    ]);
    return { total, waiting, sent, refused, optedOut };
  }

  /** The last rows, newest first. */
  async latest(count: number): Promise<KeptRow[]> {
    const found: KeptRow[] = [];
    let cursor = await this.database.transaction('rows').store.index('order').openCursor(null, 'prev');
    for (; cursor && found.length < count; cursor = await cursor.continue()) found.push(cursor.value);
    return found;
  }

  /** Different reasons of the rows that Leadwell refused, as far as the first 200 of them have any. */
  async refusals(): Promise<string[]> {
    const refused = await this.database.getAllFromIndex('rows', 'state', 'refused', REFUSALS_READ);
    return [...new Set(refused.map(({ reason }) => reason))];
  }

  /** All rows in order of arrival. */
  all(): Promise<KeptRow[]> {
    return this.database.getAllFromIndex('rows', 'order');
  }

  /** The rows of a file: all but those that opted out. */
  async forFile(): Promise<KeptRow[]> {
    return (await this.all()).filter(({ state }) => state !== 'opted-out');
  }

  async clear(): Promise<void> {
    const write = this.database.transaction(['rows', 'batches'], 'readwrite');
    await Promise.all([write.objectStore('rows').clear(), write.objectStore('batches').clear(), write.done]);
  }

  /**
   * The batch that waits for a reply, else a new one for `list` with waiting rows: at most `maxRows`, and at most
   * `maxBytes` as JSON. Null if no row waits.
   */
  async batch(list: string, maxRows: number, maxBytes: number, newId: () => string): Promise<Batch | null> {
    const write = this.database.transaction(['rows', 'batches'], 'readwrite');
    const [open] = await write.objectStore('batches').getAll();
    if (open) return open;
    const batch: Batch = { id: newId(), list, rows: [], revisions: [] };
    let bytes = 0;
    let cursor = await write.objectStore('rows').index('state').openCursor('waiting');
    for (; cursor && batch.rows.length < maxRows; cursor = await cursor.continue()) {
      const { key, aliases, values, revision } = cursor.value;
      bytes += new TextEncoder().encode(JSON.stringify({ key, aliases, values })).length + 1;
      if (bytes > maxBytes && batch.rows.length > 0) break;
      batch.rows.push({ key, aliases, values });
      batch.revisions.push(revision);
    }
    if (batch.rows.length > 0) await write.objectStore('batches').put(batch);
    await write.done;
    return batch.rows.length > 0 ? batch : null;
  }

  /** Leadwell has replied. Rows that have changed since they were sent wait again. */
  async settle(batch: Batch, refused: ReadonlyMap<string, RefusedRow>): Promise<void> {
    const write = this.database.transaction(['rows', 'batches'], 'readwrite');
    for (const [index, { key }] of batch.rows.entries()) {
      const row = await write.objectStore('rows').get(key);
      if (!row) continue;
      const refusal = refused.get(key);
      const changed = row.revision !== batch.revisions[index];
      const state = refusal?.optedOut
        ? 'opted-out'
        : changed
          ? 'waiting'
          : refusal === undefined
            ? 'sent'
            : 'refused';
      await write
        .objectStore('rows')
        .put({ ...row, state, reason: refusal?.reason ?? '', known: row.known || refusal === undefined });
    }
    await write.objectStore('batches').delete(batch.id);
    await write.done;
  }

  /** Rows in this state wait to be sent again. */
  async sendAgain(state: 'refused' | 'sent'): Promise<void> {
    const write = this.database.transaction('rows', 'readwrite');
    let cursor = await write.store.index('state').openCursor(state);
    for (; cursor; cursor = await cursor.continue())
      await cursor.update({ ...cursor.value, state: 'waiting', reason: '' });
    await write.done;
  }

  /** Gives a batch another key. The same rows go to the same list. */
  async renew(batch: Batch, id: string): Promise<void> {
    const write = this.database.transaction('batches', 'readwrite');
    await Promise.all([write.store.delete(batch.id), write.store.put({ ...batch, id }), write.done]);
  }

  /** Leadwell didn't take the batch as a whole: its rows wait for another one. */
  async release(batch: Batch): Promise<void> {
    await this.database.delete('batches', batch.id);
  }
}

async function sameRows(write: Writing, row: FoundRow): Promise<KeptRow[]> {
  const found = new Map<string, KeptRow>();
  for (const alias of row.aliases) {
    const row = await write.objectStore('rows').index('aliases').get(alias);
    if (row) found.set(row.key, row);
  }
  return [...found.values()].sort((a, b) => a.order - b.order);
}

/**
 * Merges a row into the kept rows that it turns out to be. New values win, except those of a card over those of a
 * response; missing ones keep the old.
 */
async function merge(
  write: Writing,
  same: KeptRow[],
  row: FoundRow,
  sending: ReadonlySet<string>,
): Promise<void> {
  const kept = same.find((candidate) => candidate.known || sending.has(candidate.key)) ?? same[0];
  if (!kept) return;
  const others = same.filter(
    (candidate) => candidate !== kept && !candidate.known && !sending.has(candidate.key),
  );
  const { values, heard } = mergeValues(
    [...others, kept, row].map(({ values, heard = [] }) => ({ values, heard })),
  );
  const aliases = [...new Set([row, kept, ...others].flatMap((candidate) => candidate.aliases))].slice(
    0,
    COLLECT_ALIASES_MAX,
  );
  // The page now shows a better identifier than the one that the row was first seen with.
  const better = !kept.known && !sending.has(kept.key) && !kept.aliases.includes(row.key);
  const key = better ? row.key : kept.key;
  const changed = key !== kept.key || !sameValues(values, kept.values);
  const isWhole = others.length === 0 && aliases.length === kept.aliases.length;
  if (!changed && isWhole && heard.length === (kept.heard ?? []).length) return;
  for (const gone of better ? [kept, ...others] : others) await write.objectStore('rows').delete(gone.key);
  const optedOut = same.find(({ state }) => state === 'opted-out');
  const { state, reason } = optedOut ?? (changed ? { state: 'waiting' as const, reason: '' } : kept);
  const revision = changed ? kept.revision + 1 : kept.revision;
  if (!aliases.includes(key)) aliases.splice(0, 1, key);
  await write.objectStore('rows').put({ ...kept, state, reason, revision, key, aliases, values, heard });
}

function sameValues(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
