import type { QueryClient } from '@tanstack/react-query';
import { LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import type { ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import { failureMessage, invoke } from '../lib/calls.ts';
import { LISTS_KEY } from '../lib/lists.ts';
import { toast } from '../lib/toast.ts';
import { sayLongUndo } from './long-undo.ts';

/** Undoes what was saved to a list, on any page, and says how it ended. `note`: what else is good to know then. */
export async function undoSave(
  list: Pick<ListView, 'id' | 'name' | 'rows'>,
  edit: string,
  { client, note }: { client: QueryClient; note: string },
): Promise<void> {
  const undone = invoke(LIST_TABLE_CALLS.listUndo, { id: list.id, edit });
  // The undo itself says how it ended.
  sayLongUndo(
    'undo',
    undone.then(() => null),
    list,
  ).catch(() => {});
  try {
    const { refused } = await undone;
    void client.invalidateQueries({ queryKey: LISTS_KEY });
    toast.success(`What was saved to “${list.name}” was undone.${note && ` ${note}`}`);
    const [left] = refused;
    if (left)
      toast.error(`${plural(refused.length, 'row')} ${refused.length === 1 ? 'wasn’t' : 'weren’t'} undone`, {
        description: left.reason,
      });
  } catch (error) {
    toast.error('The save wasn’t undone', { description: failureMessage(error) });
  }
}
