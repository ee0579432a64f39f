import { lockGateAccount } from '../../accounts/account.ts';
import { transaction } from '../../platform/database/db.ts';
import type { TestDeps } from '../../test-deps.ts';
import { addRows } from '../add-rows.ts';
import { findListByName } from '../store.ts';

/** Makes a list of the account's own with these rows. Returns its ID. */
export function makeList(
  deps: TestDeps,
  accountId: string,
  rows: readonly Readonly<Record<string, string>>[],
  name = 'Companies',
): Promise<string> {
  const target = { accountId, kind: 'own', source: 'own', name } as const;
  return transaction(deps.database.db, async (tx) => {
    await lockGateAccount(tx, deps.config, accountId);
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    await addRows(
      tx,
      deps.config,
      { ...target, columns },
      rows.map((values, index) => ({ keys: [`row ${index}`], values })),
      { paid: true, at: new Date() },
    );
    const list = await findListByName(tx, target);
    if (!list) throw new Error('The list is missing.');
    return list.id;
  });
}
