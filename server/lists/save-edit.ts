import type { Db } from '../platform/database/db.ts';
import { countEdited } from './read-history.ts';
import type { ListRecord } from './store.ts';
import { withEdit } from './with-edit.ts';

/**
 * Saves rows to a list as an edit, if the caller names one. `save` gets its ID. The result, or the error, has the ID if something can be
 * undone. `known`: the list, if it was there before: who undoes a new list deletes it.
 */
export async function saveAsEdit<Saved>(
  db: Db,
  { known, edit }: { known: Pick<ListRecord, 'id'> | undefined; edit: string | undefined },
  save: (editId: string | undefined) => Promise<Saved>,
): Promise<Saved & { edit: string | null }> {
  if (!known || edit === undefined) return { ...(await save(undefined)), edit: null };
  const isUndoable = async () => (await countEdited(db, known.id, edit)) > 0;
  try {
    const saved = await save(edit);
    return { ...saved, edit: (await isUndoable()) ? edit : null };
  } catch (error) {
    throw (await isUndoable()) ? withEdit(error, edit) : error;
  }
}
