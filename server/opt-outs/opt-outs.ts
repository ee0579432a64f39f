import { hkdfSync } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps } from '../deps.ts';
import type { Tx } from '../platform/database/db.ts';
import { hashedForm, withHashedForms } from './hashed-entry.ts';
import { keyedHash } from './keyed-hash.ts';
import { entrySpellings, identities, type OptOut } from './opt-out-entry.ts';
import * as store from './store.ts';

export type OptOutDeps = Pick<Deps, 'database' | 'secrets'>;

/** Entries per statement, and per call of `deleteData`. */
const BATCH = 5000;
/** Entries that one statement looks up for a request. */
const LOOKED_UP = 1000;

/** The key of the hashes, so that no one can test names against the list without the server's secret. */
export function listKey({ secrets }: Pick<Deps, 'secrets'>): Buffer {
  return Buffer.from(hkdfSync('sha256', secrets.dataKey, '', 'leadwell opt-out', 32));
}

/** Hashes entries as the list has them. */
export function hashWith(listKey: Buffer): (entry: OptOut) => string {
  const hash = keyedHash(listKey);
  return ({ kind, value }) => hash(`${kind}:${value}`);
}

function hashOf(deps: Pick<Deps, 'secrets'>): (entry: OptOut) => string {
  return hashWith(listKey(deps));
}

/** Whether a person or domain opted out. A request that names one gets a 451. */
export async function isOptedOut(
  deps: OptOutDeps,
  person: { emails?: readonly string[]; profile?: string; domains?: readonly string[] },
): Promise<boolean> {
  const entries = identities({
    emails: person.emails ?? [],
    profile: person.profile,
    websites: person.domains ?? [],
  });
  const hashes = withHashedForms(entries).map(hashOf(deps));
  return (await store.findOptOuts(deps.database.db, hashes)).size > 0;
}

/** Entries hashed per turn of the event loop. One takes some 20 µs. */
const HASHED_PER_TURN = 500;

/** For each of several people, in the same order: whether the list has any of their entries. */
export async function areOptedOut(
  deps: OptOutDeps,
  people: readonly (readonly OptOut[])[],
): Promise<boolean[]> {
  const contents = await optOutContents(deps);
  return contents.any ? lookUp(deps, people, contents) : people.map(() => false);
}

/** For a caller that knows that the list isn't empty, and whether it has hashes. */
async function lookUp(
  deps: OptOutDeps,
  people: readonly (readonly OptOut[])[],
  contents: Pick<store.ListContents, 'hashes'>,
): Promise<boolean[]> {
  const keyOf = ({ kind, value }: OptOut) => `${kind}:${value}`;
  const entries = new Map(people.flat().map((entry) => [keyOf(entry), entry]));
  const listed = await listedAmong(deps, entries, contents);
  return people.map((all) => all.some((entry) => listed.has(keyOf(entry))));
}

/** The keys of those entries that the list has. `hashes`: whether it has hashes of emails or phones. */
export async function listedAmong<Key>(
  deps: OptOutDeps,
  entries: ReadonlyMap<Key, OptOut>,
  { hashes: hasHashes }: Pick<store.ListContents, 'hashes'>,
): Promise<Set<Key>> {
  const hash = hashOf(deps);
  const listed = new Set<Key>();
  /** The entries of this step by their hashes. Two phones can have one hashed form. */
  let keys = new Map<string, Key[]>();
  const add = (entry: OptOut, key: Key) => {
    const value = hash(entry);
    const known = keys.get(value);
    if (known) known.push(key);
    else keys.set(value, [key]);
  };
  const look = async () => {
    for (const found of await store.findOptOuts(deps.database.db, [...keys.keys()]))
      for (const key of keys.get(found) ?? []) listed.add(key);
    keys = new Map();
  };
  let hashed = 0;
  for (const [key, entry] of entries) {
    add(entry, key);
    const other = hasHashes ? hashedForm(entry) : null;
    if (other) add(other, key);
    hashed += 1;
    if (hashed % HASHED_PER_TURN === 0) await nextTurn();
    if (keys.size >= LOOKED_UP) await look();
  }
  if (keys.size > 0) await look();
  return listed;
}

/** Whether the list has any entries. */
export async function hasOptOuts({ database }: Pick<Deps, 'database'>): Promise<boolean> {
  return (await store.listContents(database.db)).any;
}

/** Whether anyone opted out at a time or later, as a transaction sees it. */
export function didOptOutSince(tx: Tx, since: Date): Promise<boolean> {
  return store.hasOptOutsSince(tx, since);
}

/** What the list has. */
export function optOutContents({ database }: Pick<Deps, 'database'>): Promise<store.ListContents> {
  return store.listContents(database.db);
}

/** Returns a text that changes whenever the list does, or those of its entries that were added before a time. */
export function optOutsVersion(
  { database }: Pick<Deps, 'database'>,
  before: Date | null = null,
): Promise<string> {
  return store.optOutsVersion(database.db, before);
}

/** The list at one point in time. */
export interface OptOutSnapshot {
  /** the number of entries */
  readonly size: number;
  readonly hasPhones: boolean;
  /** Whether any of the entries is on the list. */
  includesAny(entries: readonly OptOut[]): boolean;
  has(hash: string): boolean;
  /** The entries that an earlier snapshot doesn't have. */
  since(earlier: OptOutSnapshot): OptOutSnapshot;
  /** The entries that were added before a time. */
  addedBefore(time: Date): OptOutSnapshot;
  /** The entries whose marks are not in `marks`. */
  unmarked(marks: ReadonlySet<string>): OptOutSnapshot;
  /** Those of which `marks` has no mark of an earlier version either. */
  neverMarked(marks: ReadonlySet<string>): OptOutSnapshot;
  /**
   * Texts for remembering that entries were carried out. An entry that is removed and added again gets
   * another one.
   */
  readonly marks: readonly string[];
}

/**
 * Ends the marks of phones. Those of versions before December 2026 end in another way: they left leads with several phones in one cell
 * that only spaces separate, and leads with the phone in the column Mobile of Sales Navigator.
 */
const PHONE_ROUND = '/3';
const EARLIER_ROUNDS = ['', '/2'];

function entryMark(hash: string, addedAt: Date, kind: store.StoredKind): string {
  const mark = `${hash}@${addedAt.getTime()}`;
  return kind === 'phone' || kind === 'phone_form' || kind === 'phone_sha256' ? mark + PHONE_ROUND : mark;
}

function earlierMarks(mark: string): string[] {
  if (!mark.endsWith(PHONE_ROUND)) return [];
  return EARLIER_ROUNDS.map((round) => mark.slice(0, -PHONE_ROUND.length) + round);
}

/** Reads the whole list. */
export async function readOptOuts(deps: OptOutDeps): Promise<OptOutSnapshot> {
  const hash = hashOf(deps);
  type Listed = { kind: store.StoredKind; addedAt: Date; mark: string };
  const snapshot = (listed: ReadonlyMap<string, Listed>): OptOutSnapshot => {
    const where = (isKept: (hash: string, entry: Listed) => boolean) =>
      snapshot(new Map([...listed].filter(([value, entry]) => isKept(value, entry))));
    const all = [...listed.values()];
    const hasHashes = all.some(({ kind }) => kind === 'email_sha256' || kind === 'phone_sha256');
    const formsOf = (entries: readonly OptOut[]) => (hasHashes ? withHashedForms(entries) : entries);
    return {
      marks: all.map(({ mark }) => mark),
      size: all.filter(({ kind }) => kind !== 'phone_form').length,
      hasPhones: all.some(({ kind }) => kind === 'phone' || kind === 'phone_sha256'),
      includesAny: (entries) => formsOf(entries).some((entry) => listed.has(hash(entry))),
      has: (value) => listed.has(value),
      since: (earlier) => where((value) => !earlier.has(value)),
      addedBefore: (time) => where((_, { addedAt }) => addedAt < time),
      unmarked: (known) => where((_, { mark }) => !known.has(mark)),
      neverMarked: (known) =>
        where((_, { mark }) => ![mark, ...earlierMarks(mark)].some((one) => known.has(one))),
    };
  };
  const rows = await store.allOptOuts(deps.database.db);
  return snapshot(
    new Map(
      [...rows].map(([value, { kind, addedAt }]) => [
        value,
        { kind, addedAt, mark: entryMark(value, addedAt, kind) },
      ]),
    ),
  );
}

/**
 * Adds entries to the list, then deletes their data with `deleteData`, which also gets their marks. The list
 * stores only hashes, and imports check it, so deleted data doesn't come back. Returns the number of new
 * entries.
 */
export async function addOptOuts(
  deps: OptOutDeps & Pick<Deps, 'clock'>,
  entries: readonly OptOut[],
  deleteData: (entries: readonly OptOut[], marks: readonly string[]) => Promise<void>,
): Promise<number> {
  const hash = hashOf(deps);
  let added = 0;
  for (let from = 0; from < entries.length; from += BATCH) {
    const batch = entries.slice(from, from + BATCH);
    const hashed = new Map<string, store.StoredKind>(
      batch.flatMap((entry) => [
        ...otherForms(entry).map((form) => [hash(form), 'phone_form'] as const),
        [hash(entry), entry.kind] as const,
      ]),
    );
    // Update the list first: a running import reads it again before its rows go live (`watchOptOuts`).
    const inserted = await store.insertOptOuts(
      deps.database.db,
      [...hashed].map(([value, kind]) => ({ hash: value, kind })),
      new Date(deps.clock.now()),
    );
    added += [...inserted].filter((value) => hashed.get(value) !== 'phone_form').length;
    const times = await store.optOutTimes(deps.database.db, [...hashed.keys()]);
    await deleteData(
      batch,
      [...times].map(([value, at]) => entryMark(value, at, hashed.get(value) ?? 'phone_form')),
    );
  }
  return added;
}

/**
 * Adds entries to the list without deleting their data. Returns the number of new entries, and the marks of all.
 * Afterward, delete their data and remember the marks, as `addOptOuts` does.
 */
export async function listOptOuts(
  deps: OptOutDeps & Pick<Deps, 'clock'>,
  entries: readonly OptOut[],
): Promise<{ added: number; marks: string[] }> {
  const marks: string[] = [];
  const added = await addOptOuts(deps, entries, async (_, ofBatch) => {
    for (const mark of ofBatch) marks.push(mark);
  });
  return { added, marks };
}

/** The other forms of an entry that the list has beside it. */
function otherForms(entry: OptOut): OptOut[] {
  return entry.kind === 'phone' ? entrySpellings(entry).slice(1) : [];
}

/**
 * Removes entries from the list, in every spelling. Doesn't restore deleted leads. Returns the entries that
 * were on the list.
 */
export async function removeOptOuts(deps: OptOutDeps, entries: readonly OptOut[]): Promise<OptOut[]> {
  const { db } = deps.database;
  const hash = hashOf(deps);
  const removed: OptOut[] = [];
  for (let from = 0; from < entries.length; from += BATCH) {
    const batch = entries.slice(from, from + BATCH).map((entry) => ({
      entry,
      hashes: withHashedForms(entrySpellings(entry)).map(hash),
    }));
    const deleted = await store.deleteOptOuts(
      db,
      batch.flatMap(({ hashes }) => hashes),
    );
    for (const { entry, hashes } of batch) {
      if (hashes.some((value) => deleted.has(value))) removed.push(entry);
    }
  }
  return removed;
}
