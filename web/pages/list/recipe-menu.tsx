import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BookMarked } from 'lucide-react';
import { useState } from 'react';
import { LIST_RECIPE_CALLS } from '#contract/calls/list-recipe-calls.ts';
import { RecipeName } from '#contract/list-recipes.ts';
import type { ListView } from '#contract/lists.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { RECIPES_KEY } from '../../lib/lists.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx';

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
  const [name, setName] = useState(list.name);
  const [fault, setFault] = useState<string>();
  const save = useMutation({
    mutationFn: (checked: string) =>
      invoke(LIST_RECIPE_CALLS.listRecipeFromList, { id: list.id, name: checked }),
    onSuccess: async (saved) => {
      await client.invalidateQueries({ queryKey: RECIPES_KEY });
      toast.success(`The recipe “${saved.name}” has been saved.`, {
        description: 'Choose it when you make a list.',
      });
      onDone();
    },
    onError: (error) => setFault(failureMessage(error)),
  });
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const checked = RecipeName.safeParse(name);
        setFault(checked.error?.issues[0]?.message);
        if (checked.success && !save.isPending) save.mutate(checked.data);
      }}
    >
      <Field label="Name" error={fault} hint="Keeps the columns that are filled, without the rows.">
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <Button type="submit" busy={save.isPending}>
        Save recipe
      </Button>
    </form>
  );
}
