import { sql } from 'kysely';
import { BALANCE_LINES, type CreditTotals } from '#contract/credit-history.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import { chargeReason } from './reasons.ts';

/**
 * Adds a ledger entry to its line of the credit history: that of its task or export, or a new one. The account's row is
 * locked.
 */
export async function addToLine(
  tx: Tx,
  accountId: string,
  entry: {
    amount: number;
    counted: boolean;
    spent: boolean;
    reason: string;
    taskId: string | null;
    exportId: string | null;
  },
): Promise<void> {
  const { amount, counted, spent, reason, taskId, exportId } = entry;
  const kind = spent ? chargeReason(reason) : BALANCE_LINES;
  const key = taskId === null ? sql.ref('export_id') : sql.ref('task_id');
  await sql`
    insert into credit_lines as l (account_id, kind, reason, task_id, export_id, amount, included, refunded)
    values (
      ${accountId}::uuid, ${kind}, ${reason}, ${taskId}::uuid, ${exportId}::uuid,
      ${counted ? amount : 0}::bigint, ${counted ? 0 : -amount}::bigint, ${spent ? Math.max(0, amount) : 0}::bigint
    )
    on conflict (${key}) do update set
      amount = l.amount + excluded.amount,
      included = l.included + excluded.included,
      refunded = l.refunded + excluded.refunded
  `.execute(tx);
}

/** Which lines. `from` is included, `to` isn't. */
export interface LineFilter {
  kind: string | undefined;
  from: Date | undefined;
  to: Date | undefined;
}

/** Lines of an account, latest first, after the line `before` of the previous page. */
export function linesPage(
  db: Db,
  accountId: string,
  filter: LineFilter,
  page: { before: number | undefined; limit: number },
) {
  return matching(db, accountId, filter, page)
    .select(['id', 'started_at', 'kind', 'reason', 'task_id', 'amount', 'included', 'refunded'])
    .execute();
}

/** Lines that one statement adds up. */
const STEP_LINES = 10_000;
const TOTALS = ['lines', 'used', 'included', 'refunded', 'added'] as const;

/** The sums of all lines, in steps. */
export async function lineTotals(
  db: Db,
  accountId: string,
  filter: LineFilter,
  stepLines = STEP_LINES,
): Promise<CreditTotals> {
  const totals: CreditTotals = { lines: 0, used: 0, included: 0, refunded: 0, added: 0 };
  for (let before: number | undefined; ; ) {
    const lines = matching(db, accountId, filter, { before, limit: stepLines }).select([
      'id',
      'started_at',
      'kind',
      'amount',
      'included',
      'refunded',
    ]);
    const { rows } = await sql<Record<keyof CreditTotals, string | number> & { last: number | null }>`
      with step as (${lines})
      select count(*) as lines,
        coalesce(-sum(amount) filter (where kind <> ${BALANCE_LINES}), 0) as used,
        coalesce(sum(amount) filter (where kind = ${BALANCE_LINES}), 0) as added,
        coalesce(sum(included), 0) as included,
        coalesce(sum(refunded), 0) as refunded,
        (select id from step order by started_at, id limit 1) as last
      from step
    `.execute(db);
    const [step] = rows;
    if (!step) throw new Error('A sum has a row.');
    for (const name of TOTALS) totals[name] += Number(step[name]);
    if (step.last === null || Number(step.lines) < stepLines) return totals;
    before = Number(step.last);
  }
}

function matching(
  db: Pick<Db, 'selectFrom'>,
  accountId: string,
  { kind, from, to }: LineFilter,
  { before, limit }: { before: number | undefined; limit: number },
) {
  let lines = db.selectFrom('credit_lines').where('account_id', '=', accountId);
  if (kind !== undefined) lines = lines.where('kind', '=', kind);
  if (from) lines = lines.where('started_at', '>=', from);
  if (to) lines = lines.where('started_at', '<', to);
  if (before !== undefined) {
    lines = lines.where(
      sql<boolean>`(started_at, id) < (select started_at, id from credit_lines where id = ${before}::bigint and account_id = ${accountId}::uuid)`,
    );
  }
  return lines.orderBy('started_at', 'desc').orderBy('id', 'desc').limit(limit);
}
