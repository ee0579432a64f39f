import type { Deps } from '../../deps.ts';
import type { Tx } from '../../platform/database/db.ts';
import { MEGABYTE } from '../../platform/disk/free-bytes.ts';
import { addRows } from '../add-rows.ts';
import { addColumns } from '../column-changes.ts';
import { listFields } from '../list-fields.ts';
import { ownKey, valueKey } from '../row-key.ts';
import { accountLists, type ListRecord, setKeyColumn, storeExcludes, storeTable } from '../store.ts';

const EMAIL = 'Email';
/** Who must not be written to again isn't lost because the account is full. */
const SPARE = { lists: 5, rows: 100_000, bytes: 50 * MEGABYTE };

/**
 * Adds addresses to an exclusion list of the account with a name, which is created with the first. If another list has the name,
 * or someone made it an ordinary one, to one with "(excluded)" after the name. Addresses that it has already are added once.
 * The account's row is locked. The limits of the account don't count, and those of the unlimited plan only after 100,000 rows
 * more; then it throws `quota_exceeded`.
 */
export async function addExcluded(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  { accountId, name }: { accountId: string; name: string },
  addresses: readonly string[],
  at: Date,
): Promise<void> {
  const fields = addColumns([], { kind: 'own' }, [{ name: EMAIL, type: 'email' }]);
  const { known, free } = usableList(await accountLists(tx, accountId), name);
  const columns = known ? listFields(known) : fields;
  const column = emailColumn(columns)?.id ?? EMAIL;
  const target = {
    accountId,
    kind: 'own',
    source: 'own',
    name: known?.name ?? free,
    columns: columns.map(({ id }) => id),
  } as const;
  const rows = addresses.map((address) => ({
    keys: [valueKey('email', address) ?? ownKey()],
    values: { [column]: address },
  }));
  const { list } = await addRows(tx, config, target, rows, { paid: true, spare: SPARE, at });
  if (known || !list) return;
  await storeTable(tx, list.id, { fields, steps: [], at });
  await setKeyColumn(tx, list.id, column);
  await storeExcludes(tx, list.id, 'people');
}

/** The first list with the name that leaves out addresses; without one, the first name that no list has. */
function usableList(lists: readonly ListRecord[], name: string): { known: ListRecord | null; free: string } {
  for (let n = 0; ; n += 1) {
    const wanted = n === 0 ? name : n === 1 ? `${name} (excluded)` : `${name} (excluded ${n})`;
    const named = lists.filter((list) => list.name === wanted);
    const known = named.find(
      (list) => list.kind === 'own' && list.excludes !== null && emailColumn(listFields(list)),
    );
    if (known || named.length === 0) return { known: known ?? null, free: wanted };
  }
}

function emailColumn(columns: ReturnType<typeof listFields>) {
  return columns.find(({ type }) => type === 'email');
}
