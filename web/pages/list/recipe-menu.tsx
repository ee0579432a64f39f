import { BookMarked } from 'lucide-react';
import { useState } from 'react';
import type { ListView } from '#contract/lists.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { Button } from '../../ui/button.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx';
import type { RecipeFormProps } from './recipe-form.tsx';

const loadForm = () => import('./recipe-form.tsx');

/** Saves the steps of a list, to use them in other lists. */
export function RecipeMenu({ list }: { list: ListView }) {
  const [open, setOpen] = useState(false);
  const Form = useLoaded<RecipeFormProps>(open, loadForm, () => setOpen(false));
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger>
        <Button variant="secondary" size="sm">
          <BookMarked aria-hidden />
          Save recipe
        </Button>
      </PopoverTrigger>
      {Form && (
        <PopoverContent align="end" aria-label="Save recipe" className="w-80 max-w-[calc(100vw-1.5rem)] p-4">
          <Form list={list} onDone={() => setOpen(false)} />
        </PopoverContent>
      )}
    </Popover>
  );
}
