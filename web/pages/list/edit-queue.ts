import { z } from 'zod';
import { ADDED_ROWS_MAX, EDITED_CELLS_MAX } from '#contract/calls/list-table-calls.ts';
import { CallError } from '#contract/errors.ts';
import type { ListRow, ListView } from '#contract/lists.ts';
import { REQUEST_MAX_CHARS } from '#engines/csv/row-parts.ts';
import { partlySaved } from '../../kit/partly-saved.ts';
import { type Edit, isEmptyEdit } from './edit.ts';

/** The reply to an edit. `edit`: its ID, which undoes it. `refused`: what was left out, such as people who opted out; with `waits`, until another edit is undone. */
export interface SavedEdit {
  list: ListView;
  rows: ListRow[];
  edit: string;
  refused: { row: number | null; added: number | null; reason: string; waits?: true | undefined }[];
  /** deleted rows that came back, and what is different */
  notes: { row: number; text: string }[];
  /** changes that were left out, because someone else changed their cells meanwhile */
  conflicts: { row: number; column: string }[];
}

/** A part of an edit, with the key that its retries keep. */
interface EditPart {
  part: Edit;
  key: string;
}

export type EditKind = 'edit' | 'undo' | 'redo';

export interface FailedEdit {
  kind: EditKind;
  error: unknown;
  /** an earlier part of the same action is saved */
  isPartial: boolean;
  /** what wasn't saved; empty for an undo and a redo */
  unsaved: readonly Edit[];
  /** saves that, or only what `change` leaves of each part; null for an undo and a redo, which can be asked for again */
  retry: ((change?: (part: Edit) => Edit) => Promise<void>) | null;
}

interface EditQueueOptions {
  /** with the same key, a part is saved once */
  save(part: Edit, key: string): Promise<SavedEdit>;
  undo(edit: string): Promise<SavedEdit>;
  /** `moves`: rows came or went. `part`: what was saved; null for an undo */
  onSaved(saved: SavedEdit, done: { kind: EditKind; moves: boolean; part: Edit | null }): Promise<void>;
  onFailure(failed: FailedEdit): Promise<void>;
  onUndone(edit: string): void;
  /** there is nothing to undo or redo */
  onNothing(kind: 'undo' | 'redo'): void;
}

/** A row that an edit added: its ID, and the values that add it again. */
interface AddedRow {
  id: number | null;
  values: Record<string, string>;
}

/** What undoes or redoes one request of an action. */
interface Reversal {
  /** the edit to undo; null: there are only rows to add again */
  edit: string | null;
  /** it changed values of rows, which can be put back */
  hasChanges: boolean;
  /** the rows that it added; in what can be redone, those that the undo deleted */
  added: AddedRow[];
  /** with it, a redo adds the rows once */
  key: string;
}

/** The requests of one action, in the order in which they were saved. */
type Action = Reversal[];

/**
 * Saves edits one after the other, so that the last typed value wins, and undoes and redoes whole actions. What can be undone is
 * looked up when the edits before are saved.
 */
export class EditQueue {
  private readonly options: EditQueueOptions;
  private readonly undoable: Action[] = [];
  private readonly redoable: Action[] = [];
  private readonly undone = new Set<string>();
  private last: Promise<void> = Promise.resolve();

  constructor(options: EditQueueOptions) {
    this.options = options;
  }

  /**
   * Saves an edit, in parts if one request can't have all. It is asked for when those before are saved. null: there is nothing to
   * save.
   */
  edit(ready: Edit | (() => Promise<Edit | null>)): Promise<void> {
    return this.enqueue(async () => {
      const edit = typeof ready === 'function' ? await ready() : ready;
      if (!edit) return;
      const parts = [...editParts(edit)].map((part) => ({ part, key: crypto.randomUUID() }));
      await this.save(parts, []);
    });
  }

  /**
   * Remembers that rows were deleted, merged, dated or imported, which is undone by its IDs, and not redone. More edits of the same
   * import are added to it. What could be redone stays if none of the edits is new.
   */
  remember(edits: readonly string[]): Promise<void> {
    return this.enqueue(async () => {
      const isOf = (action: Action) => action.some(({ edit }) => edit !== null && edits.includes(edit));
      const known = this.undoable.find(isOf);
      const action = known ?? [];
      const added = edits.filter(
        (edit) => !this.undone.has(edit) && !action.some((each) => each.edit === edit),
      );
      if (added.length === 0) return;
      for (const edit of added) action.push({ edit, hasChanges: false, added: [], key: crypto.randomUUID() });
      if (!known) this.undoable.push(action);
      this.redoable.length = 0;
    });
  }

  /** Whether one of these edits was undone here. */
  wasUndone(edits: readonly string[]): boolean {
    return edits.some((edit) => this.undone.has(edit));
  }

  /** Undoes one action, whatever was changed after it. */
  undoOne(edit: string): Promise<void> {
    return this.enqueue(async () => {
      const at = this.undoable.findIndex((action) => action.some((each) => each.edit === edit));
      this.undoable.push(...this.undoable.splice(at, at < 0 ? 0 : 1));
      await (at < 0 ? this.options.onNothing('undo') : this.revert('undo', this.undoable, this.redoable));
    });
  }

  undo(): Promise<void> {
    return this.enqueue(() => this.revert('undo', this.undoable, this.redoable));
  }

  redo(): Promise<void> {
    return this.enqueue(() => this.revert('redo', this.redoable, this.undoable));
  }

  private enqueue(work: () => Promise<void>): Promise<void> {
    this.last = this.last.then(work);
    return this.last;
  }

  private async save(parts: readonly EditPart[], action: Action): Promise<void> {
    const remember = (edit: string, part: Edit, saved: SavedEdit | null) => {
      const known = action.find((each) => each.edit === edit);
      if (!known) action.push(reversal(edit, part, saved));
      else if (saved) known.added = addedRows(part, saved);
      if (!this.undoable.includes(action)) this.undoable.push(action);
      this.redoable.length = 0;
    };
    for (const [index, { part, key }] of parts.entries()) {
      try {
        const saved = await this.options.save(part, key);
        // Nothing was changed if all cells were.
        if (part.add.length > 0 || saved.conflicts.length < part.changes.length)
          remember(saved.edit, part, saved);
        await this.options.onSaved(saved, { kind: 'edit', moves: part.add.length > 0, part });
      } catch (error) {
        const edit = partlySaved(error);
        if (edit !== null) remember(edit, part, null);
        const unsaved = parts.slice(index);
        const retry = (change?: (part: Edit) => Edit) =>
          this.enqueue(() => {
            // What was undone meanwhile is another edit, which the server hasn't seen. So is one with other changes.
            const isUndone = edit !== null && !action.some((each) => each.edit === edit);
            const rest = unsaved.map((each, at) => {
              const isBegun = at === 0 && edit !== null && !isUndone;
              // Of one that is saved in part, the server knows which rows it has added.
              const part = isBegun ? each.part : (change?.(each.part) ?? each.part);
              const isOther = part !== each.part || (at === 0 && isUndone);
              return { part, key: isOther ? crypto.randomUUID() : each.key };
            });
            return this.save(
              rest.filter(({ part }) => !isEmptyEdit(part)),
              this.undoable.at(-1) === action ? action : [],
            );
          });
        const failed = { kind: 'edit', error, isPartial: action.length > 0, retry } as const;
        await this.options.onFailure({ ...failed, unsaved: unsaved.map(({ part }) => part) });
        return;
      }
    }
  }

  private async revert(kind: 'undo' | 'redo', from: Action[], to: Action[]): Promise<void> {
    const action = from.pop();
    if (!action) return this.options.onNothing(kind);
    const reverted: Action = [];
    try {
      for (let last = action.at(-1); last; last = action.at(-1)) {
        const { edit, hasChanges, added, key } = last;
        if (edit !== null) {
          const saved = await this.options.undo(edit);
          if (kind === 'undo' && saved.refused.some(({ waits }) => waits)) {
            // Below the one that it waits for, which is undone next.
            from.splice(Math.max(0, from.length - 1), 0, action);
            await this.options.onSaved(saved, { kind, moves: true, part: null });
            break;
          }
          if (kind === 'undo') {
            this.undone.add(edit);
            this.options.onUndone(edit);
          }
          // What is left to do, if adding rows fails.
          last.edit = null;
          if (kind === 'undo') {
            const deleted = added.filter(({ id }) => !saved.refused.some(({ row }) => row === id));
            if (hasChanges || deleted.length > 0)
              reverted.push({
                edit: hasChanges ? saved.edit : null,
                hasChanges,
                added: deleted,
                key: crypto.randomUUID(),
              });
          } else reverted.push({ ...last, edit: saved.edit, added: [] });
          if (kind === 'undo' || added.length === 0) action.pop();
          await this.options.onSaved(saved, { kind, moves: true, part: null });
        }
        if (kind === 'undo' || added.length === 0) continue;
        const part = { changes: [], add: added.map(({ values }) => values) };
        const saved = await this.options.save(part, key);
        action.pop();
        reverted.push(reversal(saved.edit, part, saved));
        await this.options.onSaved(saved, { kind, moves: true, part });
      }
    } catch (error) {
      // One that is too old can never be undone, and would hide those before it.
      if (error instanceof CallError && error.code === 'not_found') action.pop();
      if (action.length > 0) from.push(action);
      await this.options.onFailure({
        kind,
        error,
        isPartial: reverted.length > 0 || isPartlyReverted(error),
        unsaved: [],
        retry: null,
      });
    }
    if (reverted.length > 0) to.push(reverted);
  }
}

function reversal(edit: string, part: Edit, saved: SavedEdit | null): Reversal {
  return {
    edit,
    hasChanges: part.changes.length > 0,
    added: addedRows(part, saved),
    key: crypto.randomUUID(),
  };
}

/** The rows that a part added, with their IDs from its reply. Without a reply, the IDs aren't known. */
function addedRows({ changes, add }: Edit, saved: SavedEdit | null): AddedRow[] {
  const changed = new Set(changes.map(({ row }) => row));
  const ids = saved?.rows.flatMap(({ id }) => (changed.has(id) ? [] : [id])) ?? [];
  return add
    .filter((_, position) => !saved?.refused.some(({ added }) => added === position))
    .map((values, index) => ({ id: ids[index] ?? null, values }));
}

const RowsBack = z.object({ back: z.number().positive() });

/** Whether a call that undoes or redoes failed after a part of its work. */
function isPartlyReverted(error: unknown): boolean {
  if (partlySaved(error) !== null) return true;
  return error instanceof CallError && RowsBack.safeParse(error.details).success;
}

/** An edit in parts that one `list-edit` takes: values first, then new rows. */
export function* editParts({ changes, add }: Edit): Generator<Edit> {
  let part: Edit = { changes: [], add: [] };
  let chars = 0;
  const isFull = () =>
    part.changes.length === EDITED_CELLS_MAX ||
    part.add.length === ADDED_ROWS_MAX ||
    chars >= REQUEST_MAX_CHARS;
  const next = () => {
    const full = part;
    part = { changes: [], add: [] };
    chars = 0;
    return full;
  };
  for (const change of changes) {
    part.changes.push(change);
    chars += change.column.length + change.value.length + (change.before?.length ?? 0);
    if (isFull()) yield next();
  }
  for (const row of add) {
    part.add.push(row);
    for (const [column, value] of Object.entries(row)) chars += column.length + value.length;
    if (isFull()) yield next();
  }
  if (part.changes.length + part.add.length > 0) yield part;
}
