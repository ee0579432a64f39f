import type { StoredSave } from '../platform/database/tables/task-tables.ts';
import type { TaskToSave } from '../tasks/held-saves.ts';
import type { SavedRows } from './save-task.ts';
import type { ListRecord } from './store.ts';

const NOTHING: SavedRows = { added: 0, updated: 0, refused: 0, tooLarge: 0 };

/**
 * The counts of a save after this run of it. What a run that was killed added is there already, and counts once. Of newer results,
 * those of the saves before stay.
 */
export function savedSoFar(
  { save, save_since }: Pick<TaskToSave, 'save' | 'save_since'>,
  { id, name }: Pick<ListRecord, 'id' | 'name'>,
  { added, updated, refused, tooLarge }: SavedRows,
): StoredSave {
  // A task that an earlier version prepared doesn't say what was saved before.
  const earlier = save_since ? (save.earlier ?? save) : NOTHING;
  return {
    ...save,
    listId: id,
    name,
    added: save.added + added,
    updated: earlier.updated + Math.max(0, updated - (save.added - earlier.added)),
    refused: earlier.refused + refused,
    tooLarge: earlier.tooLarge + tooLarge,
  };
}
