import { isUnlimited } from '#contract/access.ts';
import type { InputOf } from '#contract/call.ts';
import type { LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import { CallError } from '#contract/errors.ts';
import { lockGateAccount } from '../accounts/account.ts';
import type { Deps } from '../deps.ts';
import { findResult, type KeyClaim, once } from '../idempotency/idempotency.ts';
import { transaction } from '../platform/database/db.ts';
import { assertRoom } from '../platform/disk/disk-space.ts';
import { addColumns } from './column-changes.ts';
import { storeExclusion } from './exclusions/set-exclusion.ts';
import { listGone } from './list-gone.ts';
import { assertListsFit, listLimits } from './list-limits.ts';
import { assertNameFree } from './list-name.ts';
import {
  filledBy,
  findList,
  findListByName,
  insertList,
  type ListRecord,
  setKeyColumn,
  storeTable,
} from './store.ts';

type ListDeps = Pick<Deps, 'config' | 'clock' | 'database'>;
type Calls = typeof LIST_TABLE_CALLS;

/**
 * Creates an empty list of the account's own. Throws `conflict` if a list has the name, and `quota_exceeded` at the limit, also
 * that of exclusion lists.
 * The same request with the same key returns the same list.
 */
export async function createList(
  { config, clock, database: { db, space } }: ListDeps,
  accountId: string,
  { name, columns, keyColumn, excludes }: InputOf<Calls['listCreate']>,
  claim: KeyClaim | null,
): Promise<ListRecord> {
  const earlier = await findResult(db, claim);
  const known = earlier === null ? undefined : await findList(db, accountId, earlier);
  if (known) return known;
  assertRoom(space);
  const fields = addColumns([], { kind: 'own' }, columns);
  const key =
    keyColumn === null
      ? undefined
      : fields.find((field) => field.name.toLowerCase() === keyColumn.toLowerCase());
  if (keyColumn !== null && !key)
    throw new CallError('validation_failed', `The key column “${keyColumn}” must be one of the columns.`);
  const id = await transaction(db, async (tx) => {
    const account = await lockGateAccount(tx, config, accountId);
    if (!account) throw new CallError('not_authenticated');
    return once(tx, claim, async () => {
      const target = { accountId, kind: 'own', source: 'own', name } as const;
      await assertNameFree(tx, target);
      if (await findListByName(tx, target))
        throw new CallError('conflict', `You already have a list named “${name}”. Choose another name.`);
      const limits = listLimits(config, { paid: isUnlimited(account) });
      assertListsFit(await filledBy(tx, accountId), { lists: 1, rows: 0, bytes: 0 }, limits);
      const at = new Date(clock.now());
      const list = await insertList(tx, { ...target, columns: fields.map((field) => field.id), at });
      await storeTable(tx, list.id, { fields, steps: [], at });
      if (key) await setKeyColumn(tx, list.id, key.id);
      if (excludes) await storeExclusion(tx, accountId, { id: list.id, excludes });
      return list.id;
    });
  });
  const list = await findList(db, accountId, id);
  if (!list) throw listGone();
  return list;
}
