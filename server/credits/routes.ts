import { CALLS } from '#contract/calls.ts';
import type { Deps } from '../deps.ts';
import type { Binder } from '../http/bind.ts';
import { entriesPage } from './store.ts';

/** A task item that a ledger entry charges for. */
export interface ChargedItem {
  taskId: string;
  position: number;
}

/**
 * Mounts the credit history. `labelsOf` names each item, in order; null for a deleted one.
 */
export function mountCredits(
  binder: Binder,
  deps: Pick<Deps, 'database'>,
  { labelsOf }: { labelsOf(items: readonly ChargedItem[]): Promise<(string | null)[]> },
): void {
  binder.signedIn(CALLS.creditEntries, async ({ session, input }) => {
    const rows = await entriesPage(deps.database.db, session.accountId, {
      before: input.before,
      limit: input.limit + 1,
    });
    const page = rows.slice(0, input.limit);
    const items = page.flatMap(({ id, task_id, item_position }) =>
      task_id === null || item_position === null ? [] : [{ id, taskId: task_id, position: item_position }],
    );
    const labels = await labelsOf(items);
    const labelOfEntry = new Map(items.map(({ id }, at) => [id, labels[at] ?? null]));
    return {
      entries: page.map((row) => ({
        id: row.id,
        at: row.created_at.toISOString(),
        amount: row.amount,
        reason: row.reason,
        counted: row.from_balance,
        taskId: row.task_id,
        item: labelOfEntry.get(row.id) ?? null,
      })),
      next: rows.length > input.limit ? (page.at(-1)?.id ?? null) : null,
    };
  });
}
