import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { LIST_CALLS } from '#contract/calls/list-calls.ts';
import { ADDED_ROWS_MAX, LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import { CallError } from '#contract/errors.ts';
import { LONG_TOAST_MS } from '#contract/limits.ts';
import type { ListRow, ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import { ROWS_MISSING } from '../../kit/data-grid/cell-texts.ts';
import type { CellChange, PastedRange } from '../../kit/data-grid/data-grid-props.ts';
import { partlySaved } from '../../kit/partly-saved.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { warnBeforeLeaving } from '../../lib/leave-warning.ts';
import { overviewChanged } from '../../lib/lists.ts';
import { toast } from '../../lib/toast.ts';
import { type Edit, inColumns, isEmptyEdit } from './edit.ts';
import { type EditKind, EditQueue } from './edit-queue.ts';
import { OwnValues } from './own-values.ts';
import type { RowWindows } from './row-windows.ts';
import type { ListTable } from './use-list-table.ts';

const DONE: Readonly<Record<EditKind, string>> = { edit: 'saved', undo: 'undone', redo: 'redone' };

/**
 * Changes values of a list, and undoes and redoes what this tab changed. `onEdit` and `onPaste` resolve to false if nothing
 * can be saved, because rows that aren't loaded don't load.
 */
export function useListEdits(
  { windows, part, setList }: ListTable,
  list: ListView | null,
  total: number | null,
) {
  const client = useQueryClient();
  const latest = useRef({ windows, part, setList, list });
  latest.current = { windows, part, setList, list };
  const failures = useRef(0);
  const [own] = useState(() => new OwnValues());
  const [queue] = useState(() => {
    const id = () => latest.current.list?.id ?? '';
    const made: EditQueue = new EditQueue({
      save: (part, key) => invoke(LIST_TABLE_CALLS.listEdit, { id: id(), ...part }, { idempotencyKey: key }),
      undo: (edit) => invoke(LIST_TABLE_CALLS.listUndo, { id: id(), edit }),
      async onSaved(saved, { kind, moves, part }) {
        const { list: changed, rows, refused } = saved;
        const shown = latest.current;
        own.saved(saved, part);
        shown.setList(changed);
        const isNews = [saved.conflicts, refused, saved.notes, part?.add ?? []].some(
          ({ length }) => length > 0,
        );
        if (isNews)
          (await import('./say-saved.ts')).saySaved(saved, {
            done: DONE[kind],
            part,
            isNarrowed: shown.part.search !== '' || shown.part.where.length > 0,
            useMine: (mine) => saveBeforeLeaving(made.edit(mine)),
          });
        void overviewChanged(client);
        if (moves || refused.length > 0 || changed.rows !== shown.list?.rows) await shown.windows.refresh();
        else shown.windows.replace(rows);
      },
      async onFailure({ kind, error, isPartial, unsaved, retry }) {
        failures.current += 1;
        // A column may have been deleted elsewhere, and the edit would fail again with it.
        const left = isConflict(error) ? await columnsOf(id()).catch(() => null) : null;
        const change = left && ((part: Edit) => inColumns(part, left));
        const isLost = isGone(error) || unsaved.every((part) => isEmptyEdit(change?.(part) ?? part));
        const again = retry && !isLost ? () => retry(change ?? undefined) : null;
        // No one can type or paste it again from memory.
        const forget = again ? warnBeforeLeaving() : null;
        toast.error(
          isPartial ? `Only a part of this change was ${DONE[kind]}` : `This change wasn’t ${DONE[kind]}`,
          {
            description: failureMessage(error),
            ...(again &&
              forget && {
                action: {
                  label: 'Try again',
                  onClick() {
                    saveBeforeLeaving(again());
                    forget();
                  },
                },
                onDismiss: forget,
                duration: Number.POSITIVE_INFINITY,
              }),
          },
        );
        await latest.current.windows.refresh();
      },
      onUndone: (edit) => toast.dismiss(undoToast(edit)),
      onNothing(kind) {
        failures.current += 1;
        toast.info(`There is nothing to ${kind}.`);
      },
    });
    return made;
  });

  /** Saves what becomes known while earlier edits are saved. */
  async function edit(ready: Promise<Edit>): Promise<boolean> {
    const known = ready.catch(() => null);
    const { withOwn, done } = own.begin();
    const saved = queue.edit(async () => {
      const changed = await known;
      return changed && withOwn(changed);
    });
    saveBeforeLeaving(saved.finally(done));
    if (await known) return true;
    toast.error(ROWS_MISSING);
    return false;
  }

  /** Undoes or redoes, and says so if it takes long. */
  function revert(kind: 'undo' | 'redo', begin: () => Promise<void>): void {
    const failed = failures.current;
    const { list: now } = latest.current;
    const work = begin();
    saveBeforeLeaving(work);
    import('../../kit/long-undo.ts')
      .then(({ sayLongUndo }) =>
        sayLongUndo(
          kind,
          work.then(() => (failures.current === failed ? `The change was ${DONE[kind]}` : null)),
          { id: now?.id ?? '', rows: now?.rows ?? null },
        ),
      )
      // Offline, the undo says itself that it failed.
      .catch(() => {});
  }
  const undoAction = (edit: string) => ({
    id: undoToast(edit),
    action: { label: 'Undo', onClick: () => revert('undo', () => queue.undoOne(edit)) },
    duration: LONG_TOAST_MS,
  });
  /** Says that rows were deleted, merged, dated or imported, and offers to undo it. `edits`: what changed something */
  async function onChangedRows(message: string, edits: readonly string[]) {
    void queue.remember(edits);
    const { sayChangedRows } = await import('./removed-rows.ts');
    const last = edits.at(-1);
    sayChangedRows(message, last === undefined ? null : undoAction(last));
  }
  /** `edit`: null if nothing was changed */
  const onRemoved = (message: string, edit: string | null) =>
    onChangedRows(message, edit === null ? [] : [edit]);
  /**
   * Says that a change of rows failed, and offers to undo what it did before that. `sent`: the ID that it was to have. Without the
   * server's word, the change may be carried out.
   */
  function onBrokenOff(message: string, error: unknown, sent: string | null = null) {
    const done = partlySaved(error);
    const edit = done ?? (isUnsure(error) ? sent : null);
    if (edit !== null) void queue.remember([edit]);
    toast.error(edit === done ? message : 'Some rows may have changed', {
      description: failureMessage(error),
      ...(edit !== null && undoAction(edit)),
    });
    if (edit !== null) void latest.current.windows.refresh();
  }

  return {
    onEdit: (changes: CellChange[]) => edit(editOf(windows, changes)),
    /** Types a value that a cell had before, if it is still as the person sees it. */
    onPutBack: (change: Edit['changes'][number]) =>
      saveBeforeLeaving(queue.edit({ changes: [change], add: [] })),
    onPaste(pasted: PastedRange): Promise<boolean> {
      const below = pasted.texts.length - Math.max(0, (total ?? 0) - pasted.rowIndex);
      if (below <= ADDED_ROWS_MAX) return edit(pastedEdit(windows, pasted, total ?? 0));
      toast.error(`You can paste up to ${plural(ADDED_ROWS_MAX, 'new row')} at once`, {
        description: 'Import a longer list as a file.',
      });
      return Promise.resolve(false);
    },
    onRemoved,
    onBrokenOff,
    imports: {
      saved: (edits: readonly string[]) => void queue.remember(edits),
      wasUndone: (edits: readonly string[]) => queue.wasUndone(edits),
      ended: () => void latest.current.windows.refresh(),
      done: onChangedRows,
    },
    dating: {
      done(changed: ListView, message: string, edit: string | null) {
        latest.current.setList(changed);
        void onRemoved(message, edit);
        void latest.current.windows.refresh();
      },
      failed: (error: unknown) =>
        onBrokenOff('The file was downloaded, but not all rows have the date', error),
    },
    onUndo: () => revert('undo', () => queue.undo()),
    onRedo: () => revert('redo', () => queue.redo()),
  };
}

export type ListEdits = ReturnType<typeof useListEdits>;

/** The ID of the message that offers to undo an edit. */
function undoToast(edit: string): string {
  return `undo-${edit}`;
}

/** Whether the list was deleted, so that nothing can be saved to it any more. */
function isGone(error: unknown): boolean {
  return error instanceof CallError && error.code === 'not_found';
}

function isConflict(error: unknown): boolean {
  return error instanceof CallError && error.code === 'conflict';
}

/** Whether a call may have been carried out, because its reply was lost or the server failed. */
function isUnsure(error: unknown): boolean {
  return !(error instanceof CallError) || ['unavailable', 'internal'].includes(error.code);
}

/** The columns that a list has now. */
async function columnsOf(id: string): Promise<ReadonlySet<string>> {
  const { list } = await invoke(LIST_CALLS.listRows, { id, limit: 1 });
  return new Set(list.fields.map((field) => field.id));
}

/** Lets the browser ask if someone closes the tab before this is saved. */
function saveBeforeLeaving(saved: Promise<void>): void {
  void saved.finally(warnBeforeLeaving());
}

/** The changes with the IDs of all rows. Throws if some don't load. */
async function editOf(windows: RowWindows, changes: readonly CellChange[]): Promise<Edit> {
  // What is on screen now, before anything loads.
  const seen = changes.map(({ rowIndex }) => windows.rowAt(rowIndex));
  const missing = changes.flatMap(({ rowId, rowIndex }) => (rowId === null ? [rowIndex] : []));
  const from = missing.reduce((least, index) => Math.min(least, index), Number.POSITIVE_INFINITY);
  const to = missing.reduce((most, index) => Math.max(most, index), 0);
  const rows = missing.length > 0 ? await windows.read(from, to) : [];
  return {
    changes: changes.map(({ rowId, rowIndex, columnId, value, before }, index) => {
      const row = rowId ?? idOf(rows[rowIndex - from]);
      const loaded = rowId === null ? rows[rowIndex - from] : seen[index];
      return { row, column: columnId, value, before: before ?? seenValue(loaded, row, columnId) };
    }),
    add: [],
  };
}

/** What a paste changes, and the rows that it adds below the last one. Throws if rows don't load. */
async function pastedEdit(
  windows: RowWindows,
  { rowIndex, columnIds, texts }: PastedRange,
  total: number,
): Promise<Edit> {
  const inside = texts.slice(0, Math.max(0, total - rowIndex));
  const rows = inside.length > 0 ? await windows.read(rowIndex, rowIndex + inside.length - 1) : [];
  return {
    changes: inside.flatMap((line, index) => {
      const row = idOf(rows[index]);
      return columnIds.flatMap((column, at) =>
        column === null
          ? []
          : [{ row, column, value: line[at] ?? '', before: seenValue(rows[index], row, column) }],
      );
    }),
    add: texts
      .slice(inside.length)
      .map((line) =>
        Object.fromEntries(
          columnIds.flatMap((column, at) => (column === null ? [] : [[column, line[at] ?? '']])),
        ),
      ),
  };
}

/** The value of a row in a column; undefined if it is another row. */
function seenValue(row: ListRow | undefined, id: number, column: string): string | undefined {
  return row?.id === id ? (row.values[column] ?? '') : undefined;
}

function idOf(row: { id: number } | undefined): number {
  if (!row) throw new Error('The row is gone.');
  return row.id;
}
