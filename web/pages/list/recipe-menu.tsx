import { BookMarked } from 'lucide-react';
import { useState } from 'react';
import type { ListView } from '#contract/lists.ts';
import { Button } from '../../ui/button.tsx';
import { LoadedPopoverContent, Popover, PopoverTrigger } from '../../ui/popover.tsx';
import type { RecipeFormProps } from './recipe-form.tsx';

const loadForm = () => import('./recipe-form.tsx');

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
      <LoadedPopoverContent<RecipeFormProps>
        align="end"
        aria-label="Save recipe"
        className="w-80 max-w-[calc(100vw-1.5rem)] p-4"
        load={loadForm}
        content={{ list, onDone: () => setOpen(false) }}
      />
    </Popover>
  );
}
