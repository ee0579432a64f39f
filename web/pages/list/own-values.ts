import type { Edit } from './edit.ts';
import type { SavedEdit } from './edit-queue.ts';

/**
 * What this tab itself stored in cells while it has edits that wait. Such an edit was made before the table showed these values, so
 * they aren't someone else's changes.
 */
export class OwnValues {
  private waiting = 0;
  private time = 0;
  private readonly values = new Map<string, { value: string; time: number }>();

  /** An edit is made now. Call what it returns when the edit is about to be saved, and `done` once it is. */
  begin(): { withOwn: (edit: Edit) => Edit; done: () => void } {
    this.waiting += 1;
    const seen = this.time;
    return {
      withOwn: ({ changes, add }) => ({
        add,
        changes: changes.map((change) => {
          const own = this.values.get(keyOf(change.row, change.column));
          return own && own.time > seen && change.before !== undefined
            ? { ...change, before: own.value }
            : change;
        }),
      }),
      done: () => {
        this.waiting -= 1;
        if (this.waiting === 0) this.values.clear();
      },
    };
  }

  /** Remembers what a reply says. `part`: what was saved; null for an undo, which can change any column. */
  saved({ rows, conflicts }: Pick<SavedEdit, 'rows' | 'conflicts'>, part: Edit | null): void {
    if (this.waiting === 0) return;
    this.time += 1;
    const byId = new Map(rows.map((row) => [row.id, row]));
    const remember = (row: number, column: string, value: string) =>
      this.values.set(keyOf(row, column), { value, time: this.time });
    if (!part)
      for (const { id, values } of rows)
        for (const [column, value] of Object.entries(values)) remember(id, column, value);
    const taken = new Set(conflicts.map(({ row, column }) => keyOf(row, column)));
    for (const { row, column } of part?.changes ?? [])
      if (!taken.has(keyOf(row, column))) remember(row, column, byId.get(row)?.values[column] ?? '');
  }
}

function keyOf(row: number, column: string): string {
  return `${row} ${column}`;
}
