import { setImmediate as nextTurn } from 'node:timers/promises';
import { domainToASCII, domainToUnicode } from 'node:url';
import { CallError } from '#contract/errors.ts';
import type { IncludeExclude, LeadFilters } from '#contract/lead-filters.ts';
import { leftOutHash } from '#engines/lead-query/left-out-hash.ts';
import type { Deps } from '../../deps.ts';
import type { Db } from '../../platform/database/db.ts';
import { namedListGone } from '../list-gone.ts';
import { isValueKey } from '../row-key.ts';
import { allKeys } from '../row-store.ts';
import { findList, findListByName, type ListKey, type ListRecord } from '../store.ts';
import { oldestFirst, requireExclusion } from './left-out.ts';
import { keysOfList } from './list-keys.ts';
import { rememberLists } from './remembered-lists.ts';

/** Keys of all lists of one lead search: several for a row, and each is sent to the engine with each query. */
const LEAD_SEARCH_KEYS = 200_000;
const TOO_MANY_KEYS = `The lists of a lead search can have ${LEAD_SEARCH_KEYS.toLocaleString('en-US')} emails, domains, profiles, phones and names in all. Use fewer lists, or lists with fewer rows.`;
const HASHES_PER_TURN = 5000;

/** The keys of a list as lead searches compare them: the hash of each in all its forms, and the row of each hash. */
interface LeadKeys {
  count: number;
  /** whether none of them is of a person */
  areCompanies: boolean;
  hashes: readonly string[];
  rows: readonly number[];
}

/** Keys that are remembered, of all accounts, in about 60 MB. */
const REMEMBERED_KEYS = 1_000_000;
const rememberKeys = rememberLists<{ keys: LeadKeys | null }>(
  REMEMBERED_KEYS,
  ({ keys }) => keys?.hashes.length ?? 0,
);

/**
 * The filters of a lead search with the keys of the lists that they name, and with domains in both of their spellings. Throws
 * `validation_failed` for a list that the account doesn't have or that isn't an exclusion list, and if the lists have more keys than a search can take.
 */
export async function withListKeys(
  { database: { db } }: Pick<Deps, 'database'>,
  accountId: string,
  searched: LeadFilters,
): Promise<LeadFilters> {
  const filters = { ...searched, domains: inBothSpellings(searched.domains) };
  const { inLists } = filters;
  const leaveOut = filters.leaveOut ?? [];
  let count = 0;
  const listedRows: string[] = [];
  let leftOutAreCompanies = true;
  async function read(lists: readonly ListRecord[], of: 'left out' | 'companies'): Promise<string[]> {
    const all: string[] = [];
    for (const list of lists) {
      const keys = await leadKeysOf(db, list, of);
      count += keys.count;
      if (count > LEAD_SEARCH_KEYS) throw new CallError('validation_failed', TOO_MANY_KEYS);
      for (const hash of keys.hashes) all.push(hash);
      if (of === 'left out') leftOutAreCompanies &&= keys.areCompanies;
      if (of === 'companies') for (const row of keys.rows) listedRows.push(String(row));
    }
    return all;
  }
  const exclusions = await Promise.all(leaveOut.map((id) => requireExclusion(db, accountId, id)));
  const lists = await Promise.all(
    inLists.map(async (id) => {
      const list = await findList(db, accountId, id);
      if (!list) throw namedListGone('inLists');
      return list;
    }),
  );
  const listed = inLists.length > 0 ? { listed: await read(lists, 'companies'), listedRows } : {};
  if (leaveOut.length === 0) return { ...filters, ...listed };
  const leftOut: string[][] = [];
  for (const list of exclusions.sort(oldestFirst)) leftOut.push(await read([list], 'left out'));
  const leftOutLists = exclusions.map(({ id, name }, index) => ({
    id,
    name,
    hashes: leftOut[index]?.length ?? 0,
  }));
  return { ...filters, ...listed, leftOut: leftOut.flat(), leftOutAreCompanies, leftOutLists };
}

/**
 * The filters without the people of a list, also if it is no exclusion list, and without the leads that it has, which
 * may have nothing to know a person by; unchanged before its first lead.
 */
export async function withoutListed(
  { database: { db } }: Pick<Deps, 'database'>,
  target: ListKey,
  filters: LeadFilters,
): Promise<LeadFilters> {
  const list = await findListByName(db, target);
  if (!list) return filters;
  const { hashes } = await leadKeysOf(db, { ...list, excludes: 'people' }, 'left out');
  const savedLeads: string[] = [];
  for await (const ids of allKeys(db, list.id))
    for (const id of ids) if (!isValueKey(id)) savedLeads.push(id);
  if (savedLeads.length > LEAD_SEARCH_KEYS) throw new CallError('validation_failed', TOO_MANY_KEYS);
  return { ...filters, savedLeads, savedPeople: [...hashes] };
}

/** The keys of a list for a lead search. Throws `validation_failed` if it has more than one can take. */
async function leadKeysOf(db: Db, list: ListRecord, of: 'left out' | 'companies'): Promise<LeadKeys> {
  const { keys } = await rememberKeys(db, list, of, async () => {
    const rowOf = new Map<string, number>();
    for await (const { id, keys } of keysOfList(db, list, of)) {
      for (const key of keys) if (!rowOf.has(key)) rowOf.set(key, id);
      if (rowOf.size > LEAD_SEARCH_KEYS) return { keys: null };
    }
    const hashes = await leadHashes(rowOf.keys());
    const rows = [...rowOf].flatMap(([key, row]) => leadSpellings(key).map(() => row));
    return { keys: { count: rowOf.size, areCompanies: areCompanies([...rowOf.keys()]), hashes, rows } };
  });
  if (!keys) throw new CallError('validation_failed', TOO_MANY_KEYS);
  return keys;
}

/** Whether all keys are of companies: their names and domains (`COMPANY_KEYS_COLUMN`). */
export function areCompanies(keys: readonly string[]): boolean {
  return keys.every((key) => key.startsWith('company:') || key.startsWith('domain:'));
}

/** The hashes of keys of exclusion lists in all forms that a lead can have. */
export async function leadHashes(keys: Iterable<string>): Promise<string[]> {
  const hashed: string[] = [];
  for (const key of keys) {
    for (const spelling of leadSpellings(key)) hashed.push(leftOutHash(spelling));
    if (hashed.length % HASHES_PER_TURN === 0) await nextTurn();
  }
  return hashed;
}

/** Letters beyond ASCII, in one of the two spellings. Numbers would be read as addresses: `1.1` is `1.0.0.1`. */
const HAS_LETTERS = /[^\0-\x7f]|(?:^|\.)xn--/i;

/** Domains as name servers know them and in their own letters: `xn--mnchen-3ya.de` and `münchen.de`. */
function inBothSpellings({ include, exclude }: IncludeExclude): IncludeExclude {
  const spellings = (domains: readonly string[]) => [
    ...new Set(
      domains.flatMap((domain) =>
        HAS_LETTERS.test(domain) ? [domain, domainToASCII(domain), domainToUnicode(domain)] : [domain],
      ),
    ),
  ];
  return { include: spellings(include).filter(Boolean), exclude: spellings(exclude).filter(Boolean) };
}

/**
 * The forms that a key can have in a lead. A domain can be in its own letters, which the engine can't convert:
 * `xn--mnchen-3ya.de` is `münchen.de`.
 */
function leadSpellings(key: string): string[] {
  return key.startsWith('domain:xn--') || (key.startsWith('domain:') && key.includes('.xn--'))
    ? [key, `domain:${domainToUnicode(key.slice('domain:'.length))}`]
    : [key];
}
