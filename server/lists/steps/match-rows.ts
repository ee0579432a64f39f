import { cutText } from '#contract/cut-text.ts';
import { identityOfInput } from '#engines/list-steps/prepare-membership.ts';
import type { OptOutDeps } from '../../opt-outs/opt-outs.ts';
import { type IdentityColumn, lookUpKeys } from '../exclusions/excluded-keys.ts';
import type { KeyIndex } from '../exclusions/key-index.ts';
import { indexOfList } from '../exclusions/list-keys.ts';
import { inTurns } from '../in-turns.ts';
import { listFields } from '../list-fields.ts';
import { rowsById } from '../row-steps.ts';
import { checkRows } from '../shown-rows.ts';
import { findList, type ListRecord } from '../store.ts';

const ROW_SHOWN_CHARS = 100;
/** What looking for a row takes besides its texts, in characters. */
const LOOK_CHARS = 100;
/** What the kinds of keys are, where they are shown. */
const KEY_WORDS: Readonly<Record<string, string>> = {
  email: 'email address',
  profile: 'LinkedIn profile',
  phone: 'phone number',
  domain: 'website',
  company: 'company name',
};

/** A row to look for: its texts by what they are, such as `email 2`, and where. */
interface Wanted {
  lists: readonly string[];
  /** in an ordinary list, the same company is enough */
  companies: boolean;
  /** an exclusion list of people has the rows that it leaves out, also colleagues of someone with a name and a website alone */
  asExclusion?: boolean;
  texts: Readonly<Record<string, string>>;
}

type How = Pick<Wanted, 'companies' | 'asExclusion'>;

/** A row of a list that is about the same person or company. */
export interface RowMatch {
  list: ListRecord;
  /** its ID */
  row: number;
  /** what is the same, in words: "email address jane@acme.com" */
  key: string;
}

/** Where a row was found. */
export interface RowMatches {
  /** the lists that the account has */
  lists: ListRecord[];
  /** it lacks one of them */
  isGone: boolean;
  /** the name of a list that is too large to look in; null for none */
  tooLarge: string | null;
  /** the row names no one */
  isStrange: boolean;
  /** one row for each list that has any */
  found: RowMatch[];
}

interface OpenList {
  list: ListRecord;
  /** null: it is too large */
  keys: KeyIndex | null;
}

/**
 * Looks for rows in lists of an account, by the keys of exclusion lists. A row about the same person comes before one about
 * the same company, and of several with the same key, the one that was added first. Returns the matches of each, in the same order.
 */
export async function matchRows(
  deps: OptOutDeps,
  accountId: string,
  wanted: readonly Wanted[],
): Promise<RowMatches[]> {
  const open = new Map<string, OpenList | null>();
  const openList = async (id: string, how: How): Promise<OpenList | null> => {
    const name = `${id} ${how.companies} ${how.asExclusion}`;
    const known = open.get(name);
    if (known !== undefined) return known;
    const found = await openKeys(deps, accountId, id, how);
    open.set(name, found);
    return found;
  };
  const matches: RowMatches[] = [];
  const charsOf = ({ texts }: Wanted) =>
    Object.values(texts).reduce((sum, text) => sum + text.length, LOOK_CHARS);
  for await (const { lists, texts, companies, asExclusion } of inTurns(wanted, charsOf)) {
    const opened: OpenList[] = [];
    for (const id of lists) {
      const list = await openList(id, { companies, asExclusion });
      if (list) opened.push(list);
    }
    const keys = keysOf(texts);
    matches.push({
      lists: opened.map(({ list }) => list),
      isGone: opened.length < lists.length,
      tooLarge: opened.find((each) => each.keys === null)?.list.name ?? null,
      isStrange: keys.length === 0,
      found: opened.flatMap((each) => firstMatch(each, keys) ?? []),
    });
  }
  return matches;
}

function firstMatch({ list, keys: known }: OpenList, keys: readonly string[]): RowMatch | null {
  for (const key of known ? keys : []) {
    const row = known?.get(key);
    if (row !== undefined) return { list, row, key: keyInWords(key) };
  }
  return null;
}

async function openKeys(
  { database: { db } }: OptOutDeps,
  accountId: string,
  id: string,
  { companies, asExclusion = false }: How,
): Promise<OpenList | null> {
  const list = await findList(db, accountId, id);
  if (!list) return null;
  const about = list.excludes ?? (companies ? 'companies' : 'people');
  const of = about === 'companies' ? 'found' : list.excludes && asExclusion ? 'left out' : 'people';
  return { list, keys: await indexOfList(db, list, of) };
}

function keysOf(texts: Readonly<Record<string, string>>): string[] {
  const columns = Object.keys(texts).flatMap((input): IdentityColumn[] => {
    const role = identityOfInput(input);
    return role ? [{ id: input, role, type: 'text' }] : [];
  });
  return lookUpKeys(columns, texts);
}

function keyInWords(key: string): string {
  const at = key.indexOf(':');
  const kind = key.slice(0, at);
  const value = key.slice(at + 1);
  if (kind !== 'person') return `${KEY_WORDS[kind] ?? kind} ${value}`;
  const [person = '', company = ''] = value.split('|');
  return `name ${person} at ${company}`;
}

/**
 * Reads the rows of matches. Returns the cells of each; undefined for one that was deleted meanwhile or is about someone who
 * opted out.
 */
export async function readMatches(
  deps: OptOutDeps,
  matches: readonly RowMatch[],
): Promise<(match: RowMatch) => Readonly<Record<string, string>> | undefined> {
  const cells = new Map<string, Record<string, string>>();
  for (const [list, found] of Map.groupBy(matches, (each) => each.list)) {
    const rows = await rowsById(deps.database.db, list.id, [...new Set(found.map(({ row }) => row))]);
    const { shown } = await checkRows(deps, list, rows);
    for (const row of shown) cells.set(`${list.id} ${row.id}`, row.cells);
  }
  return ({ list, row }) => cells.get(`${list.id} ${row}`);
}

/** What a row is called: its first value; null for an empty one. */
export function rowName(list: ListRecord, cells: Readonly<Record<string, string>>): string | null {
  const text = listFields(list)
    .map(({ id }) => cells[id]?.trim())
    .find(Boolean);
  return text ? cutText(text, ROW_SHOWN_CHARS) : null;
}
