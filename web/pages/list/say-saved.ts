import { plural } from '#contract/plural.ts';
import { toast } from '../../lib/toast.ts';
import type { Edit } from './edit.ts';
import { editConflict } from './edit-conflict.ts';
import type { SavedEdit } from './edit-queue.ts';
import { sayNotes } from './removed-rows.ts';

interface SavedPart {
  /** `saved`, `undone` or `redone` */
  done: string;
  /** null for an undo or redo */
  part: Edit | null;
  /** whether the table shows only some of the rows */
  isNarrowed: boolean;
  /** saves values although someone else has changed their cells */
  useMine: (mine: Edit) => void;
}

/** Says what a saved change of a list left out, and what of it isn't shown. */
export function saySaved(saved: SavedEdit, { done, part, isNarrowed, useMine }: SavedPart): void {
  const conflict = part && editConflict(saved.list, part, saved);
  if (conflict)
    toast.error(conflict.title, {
      description: conflict.description,
      action: { label: 'Use mine', onClick: () => useMine(conflict.mine) },
      duration: Number.POSITIVE_INFINITY,
    });
  const { refused, notes } = saved;
  const [left] = refused;
  if (left) {
    const were = refused.length === 1 ? 'wasn’t' : 'weren’t';
    toast.error(`${plural(refused.length, 'row')} ${were} ${done}`, { description: left.reason });
  }
  const added = part ? part.add.length - refused.filter((each) => each.added !== null).length : 0;
  if (added > 0 && isNarrowed)
    toast.info(`${plural(added, 'row')} added`, {
      description: 'Only those that match your search and filters are shown.',
    });
  if (notes.length > 0) sayNotes(notes);
}
