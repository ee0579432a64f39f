import type { ExternalToast } from 'sonner';
import { plural } from '#contract/plural.ts';
import { toast } from '../../lib/toast.ts';
import type { SavedEdit } from './edit-queue.ts';

/** Says that rows were deleted, merged, dated or imported, and offers to undo it. `undo`: null if nothing was changed. */
export function sayChangedRows(message: string, undo: ExternalToast | null): void {
  if (undo === null) toast.info(message);
  else toast.success(message, undo);
}

/** Says what deleted rows lack that came back. */
export function sayNotes(notes: SavedEdit['notes']): void {
  toast.warning(`${plural(notes.length, 'row')} came back with a difference`, {
    description: notes[0]?.text,
  });
}
