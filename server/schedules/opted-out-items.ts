import { sql } from 'kysely';
import { lookUpContacts, namesListed } from '../opt-outs/contact-check.ts';
import type { OptOutDeps } from '../opt-outs/opt-outs.ts';
import { fieldsOfInput } from '../tasks/opted-out-inputs.ts';

/** Removes items about people who opted out from a schedule of any account. One without items left is deleted. */
export async function sweepSchedule(deps: OptOutDeps, id: string): Promise<void> {
  const { db } = deps.database;
  const schedule = await db
    .selectFrom('schedules')
    .select(['work', 'name'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!schedule) return;
  const { work, name } = schedule;
  const isListed = await lookUpContacts(deps, [{ name }]);
  if (isListed && namesListed({ name }, isListed))
    await db.updateTable('schedules').set({ name: '' }).where('id', '=', id).execute();
  if (work.kind !== 'tool' || !work.items) return;
  const fields = work.items.map(fieldsOfInput);
  const isItemListed = await lookUpContacts(deps, fields);
  if (!isItemListed) return;
  const kept = work.items.filter((_, index) => !namesListed(fields[index] ?? {}, isItemListed));
  if (kept.length === work.items.length) return;
  if (kept.length === 0) await db.deleteFrom('schedules').where('id', '=', id).execute();
  else
    await sql`
      update schedules set work = jsonb_set(work, '{items}', ${JSON.stringify(kept)}::jsonb) where id = ${id}::uuid
    `.execute(db);
}
