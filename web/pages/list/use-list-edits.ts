import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ADDED_ROWS_MAX, LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import type { ListView } from '#contract/lists.ts';
import { ROWS_MISSING } from '../../kit/data-grid/cell-texts.ts';
import type { CellChange, PastedRange } from '../../kit/data-grid/data-grid-props.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { plural } from '../../lib/format.ts';
import { overviewChanged } from '../../lib/lists.ts';
import { toast } from '../../lib/toast.ts';
import { type Edit, type EditKind, EditQueue } from './edit-queue.ts';
import type { RowWindows } from './row-windows.ts';
import type { ListTable } from './use-list-table.ts';

const NOT_SAVED: Readonly<Record<EditKind, string>> = {
  edit: 'This change wasn’t saved',
  undo: 'This change wasn’t undone',
  redo: 'This change wasn’t redone',
};
const DONE: Readonly<Record<EditKind, string>> = { edit: 'saved', undo: 'undone', redo: 'redone' };
const PARTLY_SAVED: Readonly<Record<EditKind, string>> = {
  edit: 'Only a part of this change was saved',
  undo: 'Only a part of this change was undone',
  redo: 'Only a part of this change was redone',
};

/**
 * Changes values of a list, and undoes and redoes what this tab changed. `onEdit` and `onPaste` resolve to false if nothing
 * can be saved, because rows that aren't loaded don't load.
 */
export function useListEdits({ windows, setList }: ListTable, list: ListView | null, total: number | null) {
  const client = useQueryClient();
  const latest = useRef({ windows, setList, list });
  latest.current = { windows, setList, list };
  const [queue] = useState(() => {
    const id = () => latest.current.list?.id ?? '';
    return new EditQueue({
      save: (part, key) => invoke(LIST_TABLE_CALLS.listEdit, { id: id(), ...part }, { idempotencyKey: key }),
      undo: (edit) => invoke(LIST_TABLE_CALLS.listUndo, { id: id(), edit }),
      async onSaved({ list: changed, rows, refused }, { kind, moves }) {
        const shown = latest.current;
        shown.setList(changed);
        const [left] = refused;
        if (left)
          toast.error(
            `${plural(refused.length, 'row')} ${refused.length === 1 ? 'wasn’t' : 'weren’t'} ${DONE[kind]}`,
            {
              description: left.reason,
            },
          );
        void overviewChanged(client);
        if (moves || left || changed.rows !== shown.list?.rows) await shown.windows.refresh();
        else shown.windows.replace(rows);
      },
      async onFailure({ kind, error, isPartial, retry }) {
        toast.error((isPartial ? PARTLY_SAVED : NOT_SAVED)[kind], {
          description: failureMessage(error),
          // Nobody can type or paste it again from memory.
          ...(retry && {
            action: { label: 'Try again', onClick: retry },
            duration: Number.POSITIVE_INFINITY,
          }),
        });
        await latest.current.windows.refresh();
      },
      onNothing: (kind) => toast.info(`There is nothing to ${kind}.`),
    });
  });

  /** Saves what becomes known while earlier edits are saved. */
  async function edit(ready: Promise<Edit>): Promise<boolean> {
    const known = ready.catch(() => null);
    void queue.edit(known);
    if (await known) return true;
    toast.error(ROWS_MISSING);
    return false;
  }

  return {
    onEdit: (changes: CellChange[]) => edit(editOf(windows, changes)),
    onPaste(pasted: PastedRange): Promise<boolean> {
      const below = pasted.texts.length - Math.max(0, (total ?? 0) - pasted.rowIndex);
      if (below <= ADDED_ROWS_MAX) return edit(pastedEdit(windows, pasted, total ?? 0));
      toast.error(`Paste ${plural(ADDED_ROWS_MAX, 'new row')} at most`, {
        description: 'Import a longer list as a file.',
      });
      return Promise.resolve(false);
    },
    onUndo: () => void queue.undo(),
    onRedo: () => void queue.redo(),
  };
}

/** The changes with the IDs of all rows. Throws if some don't load. */
async function editOf(windows: RowWindows, changes: readonly CellChange[]): Promise<Edit> {
  const missing = changes.flatMap(({ rowId, rowIndex }) => (rowId === null ? [rowIndex] : []));
  const from = missing.reduce((least, index) => Math.min(least, index), Number.POSITIVE_INFINITY);
  const to = missing.reduce((most, index) => Math.max(most, index), 0);
  const rows = missing.length > 0 ? await windows.read(from, to) : [];
  return {
    changes: changes.map(({ rowId, rowIndex, columnId, value }) => ({
      row: rowId ?? idOf(rows[rowIndex - from]),
      column: columnId,
      value,
    })),
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
        column === null ? [] : [{ row, column, value: line[at] ?? '' }],
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

function idOf(row: { id: number } | undefined): number {
  if (!row) throw new Error('The row is gone.');
  return row.id;
}
