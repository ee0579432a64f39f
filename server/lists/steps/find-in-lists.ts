import { setImmediate as nextTurn } from 'node:timers/promises';
import { cutText } from '#contract/cut-text.ts';
import type { Membership, MembershipAnswer, MembershipItem } from '#contract/list-membership.ts';
import { identityOfInput } from '#engines/list-steps/prepare-membership.ts';
import type { OptOutDeps } from '../../opt-outs/opt-outs.ts';
import { type IdentityColumn, rowKeys } from '../exclusions/excluded-keys.ts';
import { keysOfList, type ListKeys } from '../exclusions/list-keys.ts';
import { listFields } from '../list-fields.ts';
import { rowsById } from '../row-steps.ts';
import { checkRows } from '../shown-rows.ts';
import { findList, type ListRecord } from '../store.ts';

const ROW_SHOWN_CHARS = 100;
const ITEMS_PER_TURN = 50;
/** What the kinds of keys are, where they are shown. */
const KEY_WORDS: Readonly<Record<string, string>> = {
  email: 'email address',
  domain: 'website',
  profile: 'LinkedIn profile',
  phone: 'phone number',
  company: 'company name',
};

interface OpenList {
  list: ListRecord;
  keys: ListKeys;
}

/** Looks for rows in lists of an account, by the keys of exclusion lists. Returns an answer for each, in the same order. */
export async function findInLists(
  deps: OptOutDeps,
  accountId: string,
  items: readonly MembershipItem[],
): Promise<MembershipAnswer[]> {
  const open = new Map<string, OpenList | null>();
  const openList = async (id: string, companies: boolean): Promise<OpenList | null> => {
    const name = `${id} ${companies}`;
    const known = open.get(name);
    if (known !== undefined) return known;
    const found = await openKeys(deps, accountId, id, companies);
    open.set(name, found);
    return found;
  };
  const wanted: { membership: Membership; row: number; list: ListRecord }[] = [];
  const answers: MembershipAnswer[] = [];
  for (const [index, { lists, companies, texts }] of items.entries()) {
    const opened: OpenList[] = [];
    for (const id of lists) {
      const list = await openList(id, companies);
      if (list) opened.push(list);
    }
    answers.push(look(texts, opened, opened.length < lists.length, (found) => wanted.push(found)));
    if (index % ITEMS_PER_TURN === 0) await nextTurn();
  }
  await nameRows(deps, wanted);
  return answers;
}

async function openKeys(
  { database: { db } }: OptOutDeps,
  accountId: string,
  id: string,
  companies: boolean,
): Promise<OpenList | null> {
  const list = await findList(db, accountId, id);
  if (!list) return null;
  const excludes = list.excludes ?? (companies ? 'companies' : 'people');
  return { list, keys: await keysOfList(db, { ...list, excludes }, 'left out') };
}

function look(
  texts: Readonly<Record<string, string>>,
  lists: readonly OpenList[],
  isGone: boolean,
  onFound: (found: { membership: Membership; row: number; list: ListRecord }) => void,
): MembershipAnswer {
  const columns = Object.keys(texts).flatMap((input): IdentityColumn[] => {
    const role = identityOfInput(input);
    return role ? [{ id: input, role, type: 'text' }] : [];
  });
  const keys = rowKeys(columns, texts);
  const found = lists.flatMap(({ list, keys: known }) => {
    const key = keys.find((each) => known.has(each));
    const row = key === undefined ? undefined : known.get(key);
    if (key === undefined || row === undefined) return [];
    const membership: Membership = { list: list.name, row: null, key: keyInWords(key) };
    onFound({ membership, row, list });
    return [membership];
  });
  // A yes holds, whatever other lists would say.
  if (isGone && found.length === 0) return { kind: 'gone' };
  if (keys.length === 0) return { kind: 'strange' };
  return { kind: 'looked', found, names: lists.map(({ list }) => list.name) };
}

function keyInWords(key: string): string {
  const at = key.indexOf(':');
  const kind = key.slice(0, at);
  const value = key.slice(at + 1);
  if (kind !== 'person') return `${KEY_WORDS[kind] ?? kind} ${value}`;
  const [person = '', company = ''] = value.split('|');
  return `name ${person} at ${company}`;
}

/** Says what the rows are called, except those about people who opted out. */
async function nameRows(
  deps: OptOutDeps,
  wanted: readonly { membership: Membership; row: number; list: ListRecord }[],
): Promise<void> {
  for (const [list, found] of Map.groupBy(wanted, (each) => each.list)) {
    const rows = await rowsById(deps.database.db, list.id, [...new Set(found.map(({ row }) => row))]);
    const { shown } = await checkRows(deps, list, rows);
    const cells = new Map(shown.map((row) => [row.id, row.cells]));
    const columns = listFields(list).map(({ id }) => id);
    for (const { membership, row } of found) {
      const values = cells.get(row);
      const text = values && columns.map((column) => values[column]?.trim()).find(Boolean);
      membership.row = text ? cutText(text, ROW_SHOWN_CHARS) : null;
    }
  }
}
