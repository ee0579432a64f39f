import { type GateAccount, isUnlimited } from '#contract/access.ts';
import { COMPLAINTS_LIST } from '#contract/bounces.ts';
import type { Deps } from '../deps.ts';
import { addRows } from '../lists/add-rows.ts';
import { addColumns } from '../lists/column-changes.ts';
import { listFields } from '../lists/list-fields.ts';
import { rowKey } from '../lists/row-key.ts';
import { findListByName, setKeyColumn, storeExcludes, storeTable } from '../lists/store.ts';
import type { Tx } from '../platform/database/db.ts';

const EMAIL = 'Email';

/**
 * Adds people who complained to an exclusion list of the account, which is created with the first. Addresses that it has
 * already are added once. The account's row is locked. Throws CallError if the account has no room for them.
 */
export async function addComplaints(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  { accountId, account }: { accountId: string; account: GateAccount },
  addresses: readonly string[],
  at: Date,
): Promise<void> {
  const fields = addColumns([], { kind: 'own' }, [{ name: EMAIL, type: 'email' }]);
  const known = await findListByName(tx, {
    accountId,
    kind: 'own',
    source: 'own',
    name: COMPLAINTS_LIST,
  });
  const columns = known ? listFields(known) : fields;
  const column = columns.find(({ type }) => type === 'email')?.id ?? columns[0]?.id ?? EMAIL;
  const target = {
    accountId,
    kind: 'own',
    source: 'own',
    name: COMPLAINTS_LIST,
    columns: columns.map(({ id }) => id),
  } as const;
  const rows = addresses.map((address) => ({
    keys: [rowKey('email', address)],
    values: { [column]: address },
  }));
  const { list } = await addRows(tx, config, target, rows, { paid: isUnlimited(account), at });
  if (known || !list) return;
  await storeTable(tx, list.id, { fields, steps: [], at });
  await setKeyColumn(tx, list.id, column);
  await storeExcludes(tx, list.id, 'people');
}
