import type { Db } from '../platform/database/db.ts';

/** How many webhooks every delivery fails for, and how many were disabled because of that. */
export async function countFailingWebhooks(db: Db): Promise<{ failing: number; disabled: number }> {
  const { failing, disabled } = await db
    .selectFrom('webhook_endpoints')
    .select(({ fn }) => [
      fn
        .countAll<number>()
        .filterWhere('failing_since', 'is not', null)
        .filterWhere('disabled_at', 'is', null)
        .as('failing'),
      fn.countAll<number>().filterWhere('disabled_reason', '=', 'failing').as('disabled'),
    ])
    .executeTakeFirstOrThrow();
  return { failing, disabled };
}
