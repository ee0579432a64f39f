import { CALLS } from '#contract/calls.ts';
import type { Deps } from '../deps.ts';
import type { Binder } from '../http/bind.ts';
import { entriesPage } from './store.ts';

/** Mounts the ledger as its owner reads it. */
export function mountCredits(binder: Binder, deps: Pick<Deps, 'database'>): void {
  binder.signedIn(CALLS.creditEntries, async ({ session, input }) => {
    const rows = await entriesPage(deps.database.db, session.accountId, {
      before: input.before,
      limit: input.limit + 1,
    });
    const shown = rows.slice(0, input.limit);
    return {
      entries: shown.map((row) => ({
        id: row.id,
        at: row.created_at.toISOString(),
        amount: row.amount,
        reason: row.reason,
        counted: row.from_balance,
        taskId: row.task_id,
        item: row.input,
      })),
      next: rows.length > input.limit ? (shown.at(-1)?.id ?? null) : null,
    };
  });
}
