import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, FileUp, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { LIST_RECIPE_CALLS } from '#contract/calls/list-recipe-calls.ts';
import type { Recipe } from '#contract/list-recipes.ts';
import { plural } from '#contract/plural.ts';
import type { ReadyRecipe } from '#tools/tool.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { RECIPES_KEY } from '../../lib/lists.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceCard } from '../../ui/choice-card.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import { downloadRecipe, readRecipe } from './recipe-file.ts';

interface RecipeCardsProps {
  /** that everyone has */
  ready: readonly ReadyRecipe[];
  /** `sample`: rows to try it with; empty for none */
  onChoose: (recipe: Recipe, sample: string) => void;
}

/** Steps that are ready to use: those that everyone has, and those that the account saved. */
export function RecipeCards({ ready, onChoose }: RecipeCardsProps) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const { data } = useQuery({
    queryKey: RECIPES_KEY,
    queryFn: ({ signal }) => invoke(LIST_RECIPE_CALLS.listRecipes, {}, { signal }),
  });
  const refresh = () => client.invalidateQueries({ queryKey: RECIPES_KEY });
  const onError = (error: unknown) => toast.error(failureMessage(error));
  const save = useMutation({
    mutationFn: (recipe: Recipe) => invoke(LIST_RECIPE_CALLS.listRecipeSave, { recipe }),
    onSuccess(saved) {
      toast.success(`The recipe “${saved.name}” has been added.`);
      return refresh();
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: (recipe: string) => invoke(LIST_RECIPE_CALLS.listRecipeDelete, { recipe }),
    onSuccess: refresh,
    onError,
  });
  async function upload(file: File) {
    const recipe = await readRecipe(file);
    if (recipe) save.mutate(recipe);
    else
      toast.error('This file has no recipe', {
        description: 'Choose a JSON file that was downloaded from a recipe.',
      });
  }
  return (
    <section aria-labelledby="recipes" className="mt-8">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="recipes" className="text-lg tracking-tight">
            Start from a recipe
          </h2>
          <p className="mt-1 text-muted-foreground">Columns that are ready to run. You see the cost first.</p>
        </div>
        <Button variant="secondary" size="sm" busy={save.isPending} onClick={() => input.current?.click()}>
          <FileUp aria-hidden />
          Add a recipe from a file
        </Button>
        <FileInput
          ref={input}
          label="File with a recipe"
          accept=".json,application/json"
          onFile={(file) => void upload(file)}
        />
      </div>
      <ul className="mt-4 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {data?.recipes.map((recipe) => (
          <li key={recipe.id} className="relative">
            <ChoiceCard
              title={recipe.name}
              help={recipe.description || `${plural(recipe.steps.length, 'step')}, saved by you.`}
              onChoose={() => onChoose(recipe, '')}
              className="size-full pr-20"
            />
            <div className="absolute top-2 right-2 flex">
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Download the recipe ${recipe.name}`}
                onClick={() => downloadRecipe(recipe)}
              >
                <Download aria-hidden />
              </Button>
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Delete the recipe ${recipe.name}`}
                onClick={() => remove.mutate(recipe.id)}
              >
                <Trash2 aria-hidden />
              </Button>
            </div>
          </li>
        ))}
        {ready.map(({ recipe, sample }) => (
          <li key={recipe.name}>
            <ChoiceCard
              title={recipe.name}
              help={recipe.description}
              onChoose={() => onChoose(recipe, sample.join('\n'))}
              className="size-full"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
