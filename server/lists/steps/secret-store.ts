import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/database/db.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type SecretRecord = Selectable<Tables['step_secrets']>;

/** The sealed secrets of a list. */
export function findSecrets(db: Db, listId: string): Promise<SecretRecord[]> {
  return db.selectFrom('step_secrets').selectAll().where('list_id', '=', listId).execute();
}

/** Stores a sealed secret, in place of the one with its ID. */
export async function storeSecret(tx: Tx, secret: SecretRecord): Promise<void> {
  const { origin, sealed } = secret;
  await tx
    .insertInto('step_secrets')
    .values(secret)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ origin, sealed }))
    .execute();
}

/** Deletes the secrets of a list besides these. */
export async function deleteOtherSecrets(tx: Tx, listId: string, kept: readonly string[]): Promise<void> {
  const all = tx.deleteFrom('step_secrets').where('list_id', '=', listId);
  await (kept.length > 0 ? all.where('id', 'not in', [...kept]) : all).execute();
}
