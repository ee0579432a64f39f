import { useQueryClient } from '@tanstack/react-query';
import { BookMarked } from 'lucide-react';
import { useState } from 'react';
import { LIST_RECIPE_CALLS } from '#contract/calls/list-recipe-calls.ts';
import { RecipeName } from '#contract/list-recipes.ts';
import type { ListView } from '#contract/lists.ts';
import { invoke } from '../../lib/calls.ts';
import { RECIPES_KEY } from '../../lib/lists.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx';
import { NameForm } from './name-form.tsx';

/** Saves the steps of a list, to use them in other lists. */
export function RecipeMenu({ list }: { list: ListView }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger>
        <Button variant="secondary" size="sm">
          <BookMarked aria-hidden />
          Save recipe
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label="Save recipe" className="w-80 max-w-[calc(100vw-1.5rem)] p-4">
        <RecipeForm list={list} onDone={() => setOpen(false)} />
      </PopoverContent>
    </Popover>
  );
}

function RecipeForm({ list, onDone }: { list: ListView; onDone: () => void }) {
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
