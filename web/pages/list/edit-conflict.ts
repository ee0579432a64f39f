import type { ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import type { Edit } from './edit.ts';
import type { SavedEdit } from './edit-queue.ts';
import { headerOf } from './grid-columns.ts';

const SHOWN_CHARS = 60;

/** Changes that weren't saved because someone else changed their cells. */
export interface EditConflict {
  title: string;
  description: string;
  /** saves them although; if the cells changed once more, that is a conflict again */
  mine: Edit;
}

/** What to say of the conflicts of an edit; null if it has none. */
export function editConflict(
  { fields }: Pick<ListView, 'fields'>,
  { changes }: Edit,
  { rows, conflicts }: Pick<SavedEdit, 'rows' | 'conflicts'>,
): EditConflict | null {
  const mine = conflicts.flatMap(({ row, column }) => {
    const change = changes.findLast((each) => each.row === row && each.column === column);
    const now = rows.find(({ id }) => id === row)?.values[column] ?? '';
    return change ? [{ ...change, before: now }] : [];
  });
  const [first] = mine;
  if (!first) return null;
  const edit: Edit = { changes: mine, add: [] };
  if (mine.length > 1)
    return {
      title: `${plural(mine.length, 'cell')} were changed elsewhere`,
      description: 'They keep those values. Yours weren’t saved.',
      mine: edit,
    };
  const field = fields.find(({ id }) => id === first.column);
  const name = `“${field ? headerOf(field) : first.column}”`;
  return {
    title: first.before
      ? `${name} was changed elsewhere to “${short(first.before)}”`
      : `${name} was emptied elsewhere`,
    description: first.value ? `Your value “${short(first.value)}” wasn’t saved.` : 'It wasn’t emptied.',
    mine: edit,
  };
}

function short(text: string): string {
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
}
