import { CallError } from '#contract/errors.ts';
import type { Excludes } from '#contract/list-exclusions.ts';
import { identityRole } from '#engines/list-steps/prepare-membership.ts';
import type { Db } from '../../platform/database/db.ts';
import { inTurns } from '../in-turns.ts';
import { listFields } from '../list-fields.ts';
import { type ReadRow, rowPages } from '../row-steps.ts';
import type { ListRecord } from '../store.ts';
import { companyKeys, excludedKeys, foundKeys, type IdentityColumn, personalKeys } from './excluded-keys.ts';
import { KeyIndex } from './key-index.ts';
import { rememberLists } from './remembered-lists.ts';

/**
 * What the keys of a list are for: whom it leaves out as an exclusion list, its companies, or rows to be found in it, by what is the same
 * of a person or also of a company.
 */
type KeysOf = 'left out' | 'companies' | 'people' | 'found';

/** Keys of a list that rows are compared with: 500,000 rows with an email, a profile, a phone, a name, a website and a company have up to 9 each. */
export const LIST_KEYS_MAX = 5_000_000;
/** Keys that are remembered, of all accounts, in about 180 MB. */
const REMEMBERED_KEYS = 6_000_000;

const KEYS: Readonly<
  Record<
    KeysOf,
    (...row: [readonly IdentityColumn[], Readonly<Record<string, string>>, Excludes]) => string[]
  >
> = { 'left out': excludedKeys, companies: companyKeys, people: personalKeys, found: foundKeys };

const rememberIndex = rememberLists<{ index: KeyIndex | null }>(
  REMEMBERED_KEYS,
  ({ index }) => index?.size ?? 0,
);

/**
 * The keys of a list, each with the ID of the first row that has it; null if it has more than `most`, which makes it too large to compare
 * rows with. Both are remembered.
 */
export async function indexOfList(
  db: Db,
  list: ListRecord,
  of: KeysOf,
  most = LIST_KEYS_MAX,
): Promise<KeyIndex | null> {
  const { index } = await rememberIndex(db, list, of, async () => {
    const keys = new KeyIndex();
    for await (const row of keysOfList(db, list, of)) {
      for (const key of row.keys) keys.add(key, row.id);
      if (keys.size > most) return { index: null };
    }
    return { index: keys };
  });
  return index;
}

/** That a list is too large to compare rows with. */
export function tooManyKeys({ name }: Pick<ListRecord, 'name'>): CallError {
  return new CallError(
    'unprocessable',
    `“${name}” has more than ${LIST_KEYS_MAX.toLocaleString('en-US')} emails, websites, profiles, phones and names, which is too many to compare rows with. Split it into smaller lists.`,
  );
}

/** The rows of a list with their keys, in the order of their IDs. Lets others have their turn. */
export async function* keysOfList(
  db: Db,
  list: ListRecord,
  of: KeysOf,
): AsyncGenerator<{ id: number; keys: string[] }> {
  const fields = listFields(list).filter((field) => identityRole(field) !== null);
  const charsOf = ({ cells }: ReadRow) =>
    fields.reduce((sum, field) => sum + (cells[field.id]?.length ?? 0), 1);
  for await (const { id, cells } of inTurns(rowsOf(db, list), charsOf))
    yield { id, keys: KEYS[of](fields, cells, list.excludes ?? 'people') };
}

async function* rowsOf(db: Db, { id }: ListRecord): AsyncGenerator<ReadRow> {
  for await (const page of rowPages(db, id)) yield* page;
}
