import type { Recipe, SavedRecipe } from '#contract/list-recipes.ts';
import type { Db, Tx } from '../../platform/database/db.ts';

/** The recipes of an account, the latest first. */
export async function accountRecipes(db: Db, accountId: string): Promise<SavedRecipe[]> {
  const rows = await db
    .selectFrom('list_recipes')
    .select(['id', 'recipe', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ id, recipe, created_at }) => ({ ...recipe, id, createdAt: created_at.toISOString() }));
}

/** Adds a recipe to an account, whose row is locked. */
export async function insertRecipe(
  tx: Tx,
  accountId: string,
  recipe: Recipe,
  at: Date,
): Promise<SavedRecipe> {
  const { id } = await tx
    .insertInto('list_recipes')
    .values({ account_id: accountId, recipe: JSON.stringify(recipe), created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...recipe, id, createdAt: at.toISOString() };
}

/** Deletes recipes of an account. */
export async function deleteRecipes(db: Db, accountId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom('list_recipes').where('account_id', '=', accountId).where('id', 'in', ids).execute();
}
