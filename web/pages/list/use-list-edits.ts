import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ADDED_ROWS_MAX, EDITED_CELLS_MAX, LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import type { ListRow, ListView } from '#contract/lists.ts';
import type { CellChange, PastedRange } from '../../kit/data-grid/data-grid-props.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { plural } from '../../lib/format.ts';
import { overviewChanged } from '../../lib/lists.ts';
import { toast } from '../../lib/toast.ts';
import type { ListTable } from './use-list-table.ts';

interface Edit {
  changes: { row: number; column: string; value: string }[];
  add: Record<string, string>[];
}

/** Changes values of a list, and undoes and redoes what this tab changed. */
export function useListEdits({ windows, setList }: ListTable, list: ListView | null, total: number | null) {
  const client = useQueryClient();
  const undoable = useRef<string[]>([]);
  const redoable = useRef<string[]>([]);
  // One after the other, so that the last typed value wins.
  const queue = useRef<Promise<void>>(Promise.resolve());

  function enqueue(
    work: () => Promise<{ list: ListView; rows: ListRow[]; edit: string }>,
    then: (edit: string) => void,
    grows = false,
  ) {
    queue.current = queue.current.then(async () => {
      try {
        const { list: changed, rows, edit } = await work();
        then(edit);
        setList(changed);
        void overviewChanged(client);
        if (grows || changed.rows !== list?.rows) await windows.refresh();
        else windows.replace(rows);
      } catch (error) {
        toast.error('This change wasn’t saved', { description: failureMessage(error) });
        await windows.refresh();
      }
    });
  }

  function edit({ changes, add }: Edit) {
    const id = list?.id;
    if (!id) return;
    for (let from = 0; from < Math.max(changes.length, add.length > 0 ? 1 : 0); from += EDITED_CELLS_MAX) {
      const input = { id, changes: changes.slice(from, from + EDITED_CELLS_MAX), add: from === 0 ? add : [] };
      enqueue(
        () => invoke(LIST_TABLE_CALLS.listEdit, input),
        (saved) => {
          undoable.current.push(saved);
          redoable.current = [];
        },
        add.length > 0,
      );
    }
  }

  const undo = (from: typeof undoable, to: typeof redoable, nothing: string) => {
    const id = list?.id;
    const last = from.current.pop();
    if (!id || last === undefined) {
      toast.info(nothing);
      return;
    }
    enqueue(
      () => invoke(LIST_TABLE_CALLS.listUndo, { id, edit: last }),
      (saved) => to.current.push(saved),
      true,
    );
  };

  return {
    onEdit(changes: CellChange[]) {
      const known = changes.flatMap(({ rowId, columnId, value }) =>
        rowId === null ? [] : [{ row: rowId, column: columnId, value }],
      );
      edit({ changes: known, add: [] });
    },
    async onPaste({ rowIndex, columnIds, texts }: PastedRange) {
      const count = total ?? 0;
      const below = texts.slice(Math.max(0, count - rowIndex));
      if (below.length > ADDED_ROWS_MAX) {
        toast.error(`Paste ${plural(ADDED_ROWS_MAX, 'new row')} at most`, {
          description: 'Import a longer list as a file.',
        });
        return;
      }
      const inside = texts.slice(0, Math.max(0, count - rowIndex));
      const rows = inside.length > 0 ? await windows.read(rowIndex, rowIndex + inside.length - 1) : [];
      const changes = inside.flatMap((line, index) => {
        const row = rows[index];
        return columnIds.flatMap((column, at) =>
          row && column !== null ? [{ row: row.id, column, value: line[at] ?? '' }] : [],
        );
      });
      const add = below.map((line) =>
        Object.fromEntries(
          columnIds.flatMap((column, at) => (column === null ? [] : [[column, line[at] ?? '']])),
        ),
      );
      edit({ changes, add });
    },
    onUndo: () => undo(undoable, redoable, 'There is nothing to undo.'),
    onRedo: () => undo(redoable, undoable, 'There is nothing to redo.'),
  };
}
