import { useQueryClient } from '@tanstack/react-query';
import { LIST_RECIPE_CALLS } from '#contract/calls/list-recipe-calls.ts';
import { RecipeName } from '#contract/list-recipes.ts';
import type { ListView } from '#contract/lists.ts';
import { invoke } from '../../lib/calls.ts';
import { RECIPES_KEY } from '../../lib/lists.ts';
import { toast } from '../../lib/toast.ts';
import { NameForm } from './name-form.tsx';

export interface RecipeFormProps {
  list: ListView;
  onDone: () => void;
}

/** Asks for the name of a recipe, and saves it. */
export default function RecipeForm({ list, onDone }: RecipeFormProps) {
  const client = useQueryClient();
  async function save(name: string) {
    const saved = await invoke(LIST_RECIPE_CALLS.listRecipeFromList, { id: list.id, name });
    await client.invalidateQueries({ queryKey: RECIPES_KEY });
    toast.success(`The recipe “${saved.name}” has been saved.`, {
      description: 'Choose it when you make a list.',
    });
    onDone();
  }
  return (
    <NameForm
      label="Name"
      hint="Saves the columns that tools and formulas fill, without the rows."
      schema={RecipeName}
      name={list.name}
      action={() => 'Save recipe'}
      save={save}
    />
  );
}
