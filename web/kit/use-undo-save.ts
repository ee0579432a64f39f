import { useMutation, useQueryClient } from '@tanstack/react-query';
import { LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import { plural } from '#contract/plural.ts';
import { failureMessage, invoke } from '../lib/calls.ts';
import { LISTS_KEY } from '../lib/lists.ts';
import { toast } from '../lib/toast.ts';

/** Undoes what was saved to a list, on any page, and says how it ended. `note`: what else is good to know then. */
export function useUndoSave(note = '') {
  const client = useQueryClient();
  return useMutation({
    mutationFn({ list, edit }: { list: { id: string; name: string; rows: number | null }; edit: string }) {
      const undone = invoke(LIST_TABLE_CALLS.listUndo, { id: list.id, edit });
      import('./long-undo.ts')
        .then(({ sayLongUndo }) =>
          sayLongUndo(
            'undo',
            undone.then(() => null),
            list,
          ),
        )
        // The undo itself says how it ended.
        .catch(() => {});
      return undone;
    },
    onSuccess: ({ list, refused }) => {
      void client.invalidateQueries({ queryKey: LISTS_KEY });
      toast.success(`What was saved to “${list.name}” was undone.${note && ` ${note}`}`);
      const [left] = refused;
      if (left)
        toast.error(
          `${plural(refused.length, 'row')} ${refused.length === 1 ? 'wasn’t' : 'weren’t'} undone`,
          {
            description: left.reason,
          },
        );
    },
    onError: (error) => toast.error('The save wasn’t undone', { description: failureMessage(error) }),
  });
}
