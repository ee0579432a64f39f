import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { changedStep, step } from '../row-steps.ts';
import type { ListState, OpenListsReply } from './messages.ts';
import type { IndexThread } from './thread-host.ts';

/** IDs that a statement reads. */
const STEP_IDS = 5000;

/** A list to read into the index. */
export interface ListToRead {
  id: string;
  account_id: string;
  rows: number;
  bytes: number;
}

/** How a list is now; undefined for a list that is gone. */
export async function listState(db: Db, listId: string): Promise<ListState | undefined> {
  const found = await db
    .selectFrom('lists')
    .select(['version', 'deleted_version', 'reread_version'])
    .where('id', '=', listId)
    .executeTakeFirst();
  return (
    found && {
      version: Number(found.version),
      deletedVersion: Number(found.deleted_version),
      rereadVersion: Number(found.reread_version),
    }
  );
}

/**
 * Reads a list into the index in steps, or what changed in it since the index read it. It can stop between two steps, and
 * goes on from there the next time. Returns the first reply that isn't `done`, such as `no-room`.
 */
export async function readList(
  { db, thread }: { db: Db; thread: IndexThread },
  { id: list, account_id: account, rows, bytes }: ListToRead,
  { from, now }: { from: (ListState & { after: number | null }) | null; now: ListState },
  signal?: AbortSignal,
): Promise<OpenListsReply> {
  const send = sendAhead((request: Parameters<IndexThread['ask']>[1]) => thread.ask(account, request));
  if (!from) await send({ kind: 'open', list, account, at: now, rows, bytes });
  const start = from ?? { ...now, after: 0 };
  for (let after = start.after; after !== null; ) {
    signal?.throwIfAborted();
    const page = await rowsAfter(db, list, after);
    after = page.last;
    const bad = await send({ kind: 'put', list, rows: page.rows, after });
    if (bad) return bad;
  }
  if (start.version < now.version) {
    // From the next version on: after the last row of this one, the database would read all that have it.
    for (let after = { version: start.version + 1, id: 0 }; ; ) {
      signal?.throwIfAborted();
      const page = await rowsChangedAfter(db, list, after);
      if (!page) break;
      after = page.last;
      const bad = await send({ kind: 'put', list, rows: page.rows });
      if (bad) return bad;
    }
  }
  if (start.deletedVersion < now.deletedVersion) {
    for (let from = 0; from < Number.MAX_SAFE_INTEGER; ) {
      signal?.throwIfAborted();
      const { last, ids } = await idsAfter(db, list, from);
      const to = last ?? Number.MAX_SAFE_INTEGER;
      const bad = await send({ kind: 'keep', list, from, to, ids });
      if (bad) return bad;
      from = to;
    }
  }
  return (await send({ kind: 'settle', list, at: now })) ?? (await send.end()) ?? { kind: 'done' };
}

/** Requests on their way, so that the thread works while the database reads. */
const ON_THEIR_WAY = 2;

/** Sends requests, a few ahead of their replies. Returns the first known reply that isn't `done`. */
function sendAhead<Request>(ask: (request: Request) => Promise<OpenListsReply>): {
  (request: Request): Promise<OpenListsReply | null>;
  end(): Promise<OpenListsReply | null>;
} {
  const open: Promise<OpenListsReply | null>[] = [];
  let bad: OpenListsReply | null = null;
  const waitFor = async (most: number): Promise<OpenListsReply | null> => {
    while (open.length > most) bad = (await open.shift()) ?? bad;
    return bad;
  };
  const send = async (request: Request): Promise<OpenListsReply | null> => {
    if (await waitFor(ON_THEIR_WAY - 1)) return bad;
    const reply = ask(request).then((answer) => (answer.kind === 'done' ? null : answer));
    // It fails where it is awaited.
    reply.catch(() => {});
    open.push(reply);
    return null;
  };
  return Object.assign(send, { end: () => waitFor(0) });
}

/** Rows as lines of JSON. Their texts have no line breaks in JSON. */
const LINES = sql`string_agg('[' || id || ',' || cells::text || ']', E'\\n' order by id)`;

async function rowsAfter(
  db: Db,
  listId: string,
  after: number,
): Promise<{ last: number | null; rows: string }> {
  const { rows } = await sql<{ last: number | null; rows: string | null }>`
    select max(id) as last, ${LINES} as rows
    from ${step(listId, after)} s
  `.execute(db);
  const last = rows[0]?.last ?? null;
  return { last: last === null ? null : Number(last), rows: rows[0]?.rows ?? '' };
}

async function rowsChangedAfter(
  db: Db,
  listId: string,
  after: { version: number; id: number },
): Promise<{ last: { version: number; id: number }; rows: string } | null> {
  const { rows } = await sql<{ version: number | null; id: number; rows: string }>`
    select
      max(version) as version,
      (array_agg(id order by version desc, id desc))[1] as id,
      ${LINES} as rows
    from ${changedStep(listId, after)} s
  `.execute(db);
  const [found] = rows;
  if (!found || found.version === null) return null;
  return { last: { version: Number(found.version), id: Number(found.id) }, rows: found.rows };
}

async function idsAfter(
  db: Db,
  listId: string,
  after: number,
): Promise<{ last: number | null; ids: string }> {
  const { rows } = await sql<{ last: number | null; ids: string | null }>`
    select max(id) as last, json_agg(id)::text as ids from (
      select id from list_rows where list_id = ${listId}::uuid and id > ${after}::bigint
      order by id limit ${STEP_IDS}
    ) next_ids
  `.execute(db);
  return { last: rows[0]?.last == null ? null : Number(rows[0].last), ids: rows[0]?.ids ?? '[]' };
}
