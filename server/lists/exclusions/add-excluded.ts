import { type GateAccount, isUnlimited } from '#contract/access.ts';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../platform/database/db.ts';
import { addRows } from '../add-rows.ts';
import { addColumns } from '../column-changes.ts';
import { listFields } from '../list-fields.ts';
import { ownKey, valueKey } from '../row-key.ts';
import { findListByName, setKeyColumn, storeExcludes, storeTable } from '../store.ts';

const EMAIL = 'Email';

/**
 * Adds addresses to an exclusion list of the account with a name, which is created with the first. Those that it has
 * already are added once. The account's row is locked. Throws CallError if the account has no room for them.
 */
export async function addExcluded(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  { accountId, account, name }: { accountId: string; account: GateAccount; name: string },
  addresses: readonly string[],
  at: Date,
): Promise<void> {
  const fields = addColumns([], { kind: 'own' }, [{ name: EMAIL, type: 'email' }]);
  const known = await findListByName(tx, {
    accountId,
    kind: 'own',
    source: 'own',
    name,
  });
  const columns = known ? listFields(known) : fields;
  const column = columns.find(({ type }) => type === 'email')?.id ?? columns[0]?.id ?? EMAIL;
  const target = {
    accountId,
    kind: 'own',
    source: 'own',
    name,
    columns: columns.map(({ id }) => id),
  } as const;
  const rows = addresses.map((address) => ({
    keys: [valueKey('email', address) ?? ownKey()],
    values: { [column]: address },
  }));
  const { list } = await addRows(tx, config, target, rows, { paid: isUnlimited(account), at });
  if (known || !list) return;
  await storeTable(tx, list.id, { fields, steps: [], at });
  await setKeyColumn(tx, list.id, column);
  await storeExcludes(tx, list.id, 'people');
}
