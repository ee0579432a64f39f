import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/db.ts';

/** A person who wasn't found. */
export interface WaitingPerson {
  task_id: string;
  position: number;
  domain: string;
  /** what was learned of the domain so far */
  learned: number;
}

/** People of one domain, and of all, that one look reads. */
const OF_DOMAIN = 20;
const IN_ALL = 400;
/** A person whose tries end their process is given up. */
const MAX_RESERVATIONS = 3;
const DELETED_AT_ONCE = 500;

export async function insertWaiting(
  tx: Tx,
  taskId: string,
  people: readonly { position: number; domain: string }[],
  now: Date,
): Promise<void> {
  if (people.length === 0) return;
  await sql`
    insert into email_second_tries (task_id, position, domain, settled_at)
    select ${taskId}::uuid, p.position, p.domain, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(people)}::text::json) as p (position integer, domain text)
    order by p.position
    on conflict (task_id, position) do nothing
  `.execute(tx);
}

/** People at domains that we learned about since `since`, and that they weren't considered for yet. */
export async function waitingPeople(
  db: Db,
  { since, now }: { since: Date; now: Date },
): Promise<WaitingPerson[]> {
  const { rows } = await sql<WaitingPerson>`
    select w.task_id, w.position, d.domain, d.learned
    from email_learned_domains d
    cross join lateral (
      select e.task_id, e.position from email_second_tries e
      where e.domain = d.domain and e.checked < d.learned and e.tried_at is null
        and e.reservations < ${MAX_RESERVATIONS}::integer
        and (e.reserved_until is null or e.reserved_until <= ${now}::timestamptz)
      order by e.checked limit ${OF_DOMAIN}
    ) w
    where d.learned_at >= ${since}::timestamptz
    limit ${IN_ALL}
  `.execute(db);
  return rows;
}

/** Leaves people alone until a time. */
export async function postpone(db: Db, people: readonly WaitingPerson[], until: Date): Promise<void> {
  if (people.length === 0) return;
  await sql`
    update email_second_tries e set reserved_until = ${until}::timestamptz
    from json_to_recordset(${peopleJson(people)}::text::json) as p (task_id uuid, position integer)
    where e.task_id = p.task_id and e.position = p.position
  `.execute(db);
}

/** Notes that people aren't worth a try before more is learned of their domains. */
export async function markChecked(db: Db, people: readonly WaitingPerson[]): Promise<void> {
  if (people.length === 0) return;
  await sql`
    update email_second_tries e set checked = p.learned
    from json_to_recordset(${peopleJson(people)}::text::json) as p (task_id uuid, position integer, learned integer)
    where e.task_id = p.task_id and e.position = p.position
  `.execute(db);
}

/** Reserves people until a time. Returns those that no one else reserved meanwhile. */
export async function reservePeople<Person extends WaitingPerson>(
  db: Db,
  people: readonly Person[],
  { now, until }: { now: Date; until: Date },
): Promise<Person[]> {
  if (people.length === 0) return [];
  const { rows } = await sql<{ task_id: string; position: number }>`
    update email_second_tries e set reserved_until = ${until}::timestamptz, reservations = e.reservations + 1
    from json_to_recordset(${peopleJson(people)}::text::json) as p (task_id uuid, position integer)
    where e.task_id = p.task_id and e.position = p.position and e.tried_at is null
      and (e.reserved_until is null or e.reserved_until <= ${now}::timestamptz)
    returning e.task_id, e.position
  `.execute(db);
  const reserved = new Set(rows.map(itemKey));
  return people.filter((person) => reserved.has(itemKey(person)));
}

/** Ends the second tries of people. Returns the positions of those that were open. */
export async function endTries(
  db: Db,
  taskId: string,
  positions: readonly number[],
  now: Date,
): Promise<number[]> {
  if (positions.length === 0) return [];
  const rows = await db
    .updateTable('email_second_tries')
    .set({ tried_at: now })
    .where('task_id', '=', taskId)
    .where('position', 'in', positions)
    .where('tried_at', 'is', null)
    .returning('position')
    .execute();
  return rows.map(({ position }) => position);
}

/** The positions of a task's people who had their second try. */
export async function triedPositions(db: Db, taskId: string): Promise<Set<number>> {
  const rows = await db
    .selectFrom('email_second_tries')
    .select('position')
    .where('task_id', '=', taskId)
    .where('tried_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ position }) => position));
}

/** Forgets people and domains of earlier days, a part at a time. */
export async function forgetWaiting(db: Db, before: Date): Promise<void> {
  await sql`
    delete from email_second_tries where ctid = any (array(
      select ctid from email_second_tries where tried_at is null and settled_at < ${before}::timestamptz
      order by settled_at limit ${DELETED_AT_ONCE}
    ))
  `.execute(db);
  await sql`
    delete from email_learned_domains where ctid = any (array(
      select ctid from email_learned_domains where learned_at < ${before}::timestamptz
      order by learned_at limit ${DELETED_AT_ONCE}
    ))
  `.execute(db);
}

function itemKey({ task_id, position }: Pick<WaitingPerson, 'task_id' | 'position'>): string {
  return `${task_id} ${position}`;
}

function peopleJson(people: readonly WaitingPerson[]): string {
  return JSON.stringify(people.map(({ task_id, position, learned }) => ({ task_id, position, learned })));
}
