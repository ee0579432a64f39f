import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import type { Excludes } from '#contract/list-exclusions.ts';
import type { ListView } from '#contract/lists.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { LISTS_KEY } from '../../lib/lists.ts';
import { Button } from '../../ui/button.tsx';

const CHOICES: readonly { excludes: Excludes | null; label: string; help: string }[] = [
  { excludes: null, label: 'No one', help: 'This is not an exclusion list.' },
  {
    excludes: 'people',
    label: 'The people in it',
    help: 'By email, LinkedIn profile, phone, or name and company.',
  },
  {
    excludes: 'companies',
    label: 'Everyone at their companies',
    help: 'Also by domain and company name.',
  },
];

export interface ExclusionFormProps {
  list: ListView;
  onDone: (list: ListView) => void;
}

/** Who a list leaves out of other lists: customers, people who were contacted, competitors. */
export default function ExclusionForm({ list, onDone }: ExclusionFormProps) {
  const queries = useQueryClient();
  const [excludes, setExcludes] = useState(list.excludes);
  const save = useMutation({
    mutationFn: () => invoke(LIST_TABLE_CALLS.listSetExclusion, { id: list.id, excludes }),
    onSuccess: async (changed) => {
      await queries.invalidateQueries({ queryKey: LISTS_KEY });
      onDone(changed);
    },
  });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate();
      }}
    >
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-medium">Leave out of other lists</legend>
        {CHOICES.map((choice) => (
          <label key={choice.label} className="flex cursor-pointer gap-2.5">
            <input
              type="radio"
              name="excludes"
              className="mt-1 size-4 shrink-0 accent-(--accent)"
              checked={excludes === choice.excludes}
              onChange={() => setExcludes(choice.excludes)}
            />
            <span>
              {choice.label}
              <span className="block text-sm text-muted-foreground">{choice.help}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {save.error && <p className="text-sm text-danger">{failureMessage(save.error)}</p>}
      <Button type="submit" busy={save.isPending}>
        Save
      </Button>
    </form>
  );
}
