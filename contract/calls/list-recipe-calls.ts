import { z } from 'zod';
import { type Call, call } from '../call.ts';
import { Recipe, RecipeName, SavedRecipe } from '../list-recipes.ts';
import { ListView } from '../lists.ts';

const EXAMPLE_LIST = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';
const EXAMPLE_RECIPE: z.input<typeof Recipe> = {
  name: 'Find domains',
  columns: [{ name: 'Company', type: 'text', role: 'company' }],
  steps: [
    {
      kind: 'tool',
      name: 'Find domains',
      tries: [{ tool: 'company-to-domain', inputs: { company: 'Company' } }],
      outputs: [{ field: 'domain', name: 'Domain' }],
    },
  ],
};

/** Recipes: the steps of a list, to use them again. */
export const LIST_RECIPE_CALLS = {
  listRecipes: call({
    name: 'list-recipes',
    method: 'GET',
    scope: 'read',
    summary: 'The recipes that you saved, the latest first.',
    input: z.object({}),
    reply: z.object({ recipes: z.array(SavedRecipe) }),
  }),
  listRecipeSave: call({
    name: 'list-recipe-save',
    method: 'POST',
    scope: 'run',
    summary: 'Save a recipe. One with this name is replaced.',
    input: z.object({ recipe: Recipe }),
    example: { recipe: EXAMPLE_RECIPE },
    reply: SavedRecipe,
  }),
  listRecipeFromList: call({
    name: 'list-recipe-from-list',
    method: 'POST',
    scope: 'run',
    summary: 'Save the steps of a list as a recipe. One with this name is replaced.',
    input: z.object({ id: z.uuid(), name: RecipeName }),
    example: { id: EXAMPLE_LIST, name: 'Find domains' },
    reply: SavedRecipe,
  }),
  listRecipeDelete: call({
    name: 'list-recipe-delete',
    method: 'POST',
    scope: 'run',
    summary: 'Delete a recipe. Lists that used it keep their steps.',
    input: z.object({ recipe: z.uuid() }),
    example: { recipe: EXAMPLE_LIST },
    reply: z.object({}),
  }),
  listRecipeApply: call({
    name: 'list-recipe-apply',
    method: 'POST',
    scope: 'run',
    summary:
      'Add the steps of a recipe to a list, with the columns that it lacks. Nothing runs yet. A step with the name of one that the list has is left out.',
    input: z.object({ id: z.uuid(), recipe: Recipe }),
    example: { id: EXAMPLE_LIST, recipe: EXAMPLE_RECIPE },
    reply: ListView,
  }),
} as const satisfies Record<string, Call>;
