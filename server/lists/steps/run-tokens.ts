import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';

/** A limit of a run: `name` says whose it is. */
export interface RunTokens {
  name: string;
  tokens: number;
}

/**
 * Reserves tokens of a run before a request is sent. Returns false, and reserves none, if they and those that were reserved or
 * used before are more than `limit`, or if the run is gone.
 */
export async function takeTokens(
  db: Db,
  taskId: string,
  { name, tokens, limit }: RunTokens & { limit: number },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update list_runs set tokens = jsonb_set(tokens, array[${name}::text], to_jsonb(${used(name)} + ${tokens}::bigint))
    where task_id = ${taskId}::uuid and ${used(name)} + ${tokens}::bigint <= ${limit}::bigint
  `.execute(db);
  return numAffectedRows > 0n;
}

/** Gives back reserved tokens that a request didn't use. Fewer than 0: it used more than were reserved. */
export async function returnTokens(db: Db, taskId: string, { name, tokens }: RunTokens): Promise<void> {
  await sql`
    update list_runs
    set tokens = jsonb_set(tokens, array[${name}::text], to_jsonb(greatest(${used(name)} - ${tokens}::bigint, 0)))
    where task_id = ${taskId}::uuid
  `.execute(db);
}

function used(name: string) {
  return sql`coalesce((tokens ->> ${name}::text)::bigint, 0)`;
}
