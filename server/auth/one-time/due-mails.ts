import type { Database, Db, Tx } from '../../platform/database/db.ts';
import { transaction } from '../../platform/database/db.ts';
import { MailJob, type MailQueue } from './mail-queue.ts';

const PER_STEP = 100;

/** Mails an account about what a transaction does, once it is committed. */
export async function addDueMail(tx: Tx, accountId: string, job: MailJob): Promise<void> {
  await tx
    .insertInto('due_mails')
    .values({ account_id: accountId, job: JSON.stringify(job) })
    .execute();
}

/** Moves all due mails to the mail queue, each once. */
export async function queueDueMails(
  { db }: Pick<Database, 'db'>,
  queue: Pick<MailQueue, 'add'>,
): Promise<void> {
  if (!(await hasDueMails(db))) return;
  for (;;) {
    const moved = await transaction(db, async (tx) => {
      const due = tx.selectFrom('due_mails').select('id').orderBy('id').limit(PER_STEP);
      const rows = await tx
        .deleteFrom('due_mails')
        .where('id', 'in', due.forUpdate().skipLocked())
        .returning('job')
        .execute();
      if (rows.length > 0)
        await queue.add(
          rows.map(({ job }) => ({ job: MailJob.parse(job) })),
          tx,
        );
      return rows.length;
    });
    if (moved < PER_STEP) return;
  }
}

async function hasDueMails(db: Db): Promise<boolean> {
  return (await db.selectFrom('due_mails').select('id').limit(1).executeTakeFirst()) !== undefined;
}
