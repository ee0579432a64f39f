import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { isUnlimited } from '#contract/access.ts';
import { COLLECT_SITES } from '#contract/collect-sites.ts';
import { CallError } from '#contract/errors.ts';
import { collectLimits } from '#extension/sites.ts';
import { lockGateAccount } from '../accounts/account.ts';
import { type Tx, transaction } from '../platform/database/db.ts';
import { type AddedRows, addRows, type TargetList } from './add-rows.ts';
import { beyondFreeVersion, roomForSite } from './list-limits.ts';
import type { ListDeps } from './lists.ts';
import type { KeyedRow } from './merge-rows.ts';
import { rowBytes } from './row-store.ts';
import type { ListRecord } from './store.ts';

/** A larger row is left out. */
const ROW_MAX_BYTES = 100_000;
/** What one transaction stores at most, besides the row that exceeds the bytes. */
const STEP_ROWS = 250;
const STEP_BYTES = 512 * 1024;

/** Why a row isn't stored. */
export const TOO_LARGE = 'A row can have 100 KB at most.';

/** Whether a list can store the row. */
export function isSmall({ values }: Pick<KeyedRow, 'values'>): boolean {
  return Buffer.byteLength(JSON.stringify(values)) <= ROW_MAX_BYTES;
}

/** The rows in parts that others can wait for. */
export function* storeSteps<Row extends KeyedRow>(rows: readonly Row[]): Generator<Row[]> {
  let step: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    step.push(row);
    bytes += rowBytes(row);
    if (step.length < STEP_ROWS && bytes < STEP_BYTES) continue;
    yield step;
    step = [];
    bytes = 0;
  }
  if (step.length > 0) yield step;
}

interface StoredCounts {
  added: number;
  updated: number;
}

/** What else a step does in its transaction. If it throws, the step changes nothing. */
export interface StepWork {
  /** the present name of the list */
  nameIn(tx: Tx): Promise<string>;
  /** Notes what is stored so far, this step included. */
  stored(tx: Tx, list: ListRecord, total: StoredCounts): Promise<void>;
}

/**
 * Adds rows to a list, or updates them, in steps. `editId`: of the edit that this is, which can be undone. Throws
 * `quota_exceeded` at a limit of the account or its plan; the steps before stay.
 */
export async function storeRows(
  deps: ListDeps,
  target: TargetList,
  rows: readonly KeyedRow[],
  { work, editId }: { work?: StepWork | undefined; editId?: string | undefined } = {},
): Promise<StoredCounts> {
  let total: StoredCounts = { added: 0, updated: 0 };
  for (const step of storeSteps(rows)) {
    const before = total;
    total = await transaction(deps.database.db, async (tx) => {
      const { list, added, updated } = await storeStep(tx, deps, target, step, { work, editId });
      const counts = { added: before.added + added, updated: before.updated + updated };
      if (list) await work?.stored(tx, list, counts);
      return counts;
    });
    await nextTurn();
  }
  return total;
}

async function storeStep(
  tx: Tx,
  { config, clock }: ListDeps,
  target: TargetList,
  rows: readonly KeyedRow[],
  { work, editId }: { work: StepWork | undefined; editId: string | undefined },
): Promise<AddedRows> {
  const { accountId, kind, source } = target;
  const account = await lockGateAccount(tx, config, accountId);
  if (!account) throw new CallError('not_authenticated');
  const site = kind === 'extension' ? z.enum(COLLECT_SITES).parse(source) : null;
  const limits = site && collectLimits(account.plan, site);
  const room = site && limits ? await roomForSite(tx, accountId, site, limits) : undefined;
  const at = new Date(clock.now());
  // With the account locked, no one renames or deletes the list meanwhile.
  const named = work ? { ...target, name: await work.nameIn(tx) } : target;
  const added = await addRows(tx, config, named, rows, { paid: isUnlimited(account), room, editId, at });
  if (limits && added.left.length > 0) throw new CallError('quota_exceeded', beyondFreeVersion(limits));
  return added;
}
