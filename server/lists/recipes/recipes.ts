import { CallError } from '#contract/errors.ts';
import { RECIPES_MAX, type Recipe, type SavedRecipe } from '#contract/list-recipes.ts';
import { withoutSecrets } from '#engines/list-steps/step-templates.ts';
import { lockGateAccount } from '../../accounts/account.ts';
import type { Deps } from '../../deps.ts';
import { transaction } from '../../platform/database/db.ts';
import { accountRecipes, deleteRecipes, insertRecipe } from './recipe-store.ts';

type RecipeDeps = Pick<Deps, 'config' | 'clock' | 'database'>;

/** The recipes that an account saved, the latest first. */
export function viewRecipes({ database }: RecipeDeps, accountId: string): Promise<SavedRecipe[]> {
  return accountRecipes(database.db, accountId);
}

/** Saves a recipe in place of one with its name, without secrets. Throws `quota_exceeded` at the limit. */
export function saveRecipe(deps: RecipeDeps, accountId: string, recipe: Recipe): Promise<SavedRecipe> {
  return transaction(deps.database.db, async (tx) => {
    await lockGateAccount(tx, deps.config, accountId);
    const known = await accountRecipes(tx, accountId);
    const same = known.filter(({ name }) => name.toLowerCase() === recipe.name.toLowerCase());
    if (known.length - same.length >= RECIPES_MAX)
      throw new CallError('quota_exceeded', `You can have ${RECIPES_MAX} recipes. Delete one first.`);
    await deleteRecipes(
      tx,
      accountId,
      same.map(({ id }) => id),
    );
    const steps = recipe.steps.map((step) =>
      step.kind === 'tool' ? { ...step, tries: step.tries.map(withoutSecrets) } : step,
    );
    return insertRecipe(tx, accountId, { ...recipe, steps }, new Date(deps.clock.now()));
  });
}

/** Deletes a recipe. One that is gone is fine, so that the call can be repeated. */
export function deleteRecipe({ database }: RecipeDeps, accountId: string, id: string): Promise<void> {
  return deleteRecipes(database.db, accountId, [id]);
}
