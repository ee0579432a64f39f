import { Table2 } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { DataGrid } from '../data-grid.tsx';
import type { CellChange, DataColumn } from '../data-grid-props.ts';
import { type SampleSource, sampleColumns } from './sample-rows.ts';

const loadHeaderMenu = () => import('./header-menu.tsx');

interface SampleGridProps {
  columnCount: number;
  source: SampleSource;
  /** rows arrive some time after the grid asks for them */
  late: boolean;
  waiting: boolean;
}

/** A list in memory. What the grid reports is in the page, for tests. */
export function SampleGrid({ columnCount, source, late, waiting }: SampleGridProps) {
  const [columns, setColumns] = useState<DataColumn[]>(() => sampleColumns(columnCount));
  const [count, setCount] = useState(source.count);
  const [checked, setChecked] = useState<ReadonlySet<number>>(new Set());
  const [log, setLog] = useState('');
  const undo = useRef<CellChange[][]>([]);
  const say = (what: string, detail: unknown = '') => setLog(`${what} ${JSON.stringify(detail)}`);
  const checks = useMemo(
    () => ({
      isChecked: ({ id }: { id: number }) => checked.has(id),
      all:
        checked.size === 0
          ? ('none' as const)
          : checked.size === count
            ? ('all' as const)
            : ('some' as const),
      onCheck(from: number, to: number, on: boolean) {
        const next = new Set(checked);
        for (let index = from; index <= to; index += 1) next[on ? 'add' : 'delete'](index + 1);
        setChecked(next);
      },
      onCheckAll: (on: boolean) =>
        setChecked(new Set(on ? Array.from({ length: count }, (_, at) => at + 1) : [])),
    }),
    [checked, count],
  );
  const apply = (changes: readonly CellChange[]): Promise<boolean> => {
    undo.current.push(
      changes.map((change) => ({
        ...change,
        value: source.rowAt(change.rowIndex)?.cells[change.columnId] ?? '',
      })),
    );
    for (const { rowIndex, columnId, value } of changes) source.set(rowIndex, columnId, value);
    setCount(source.count);
    say('edit', changes.slice(0, 5));
    return Promise.resolve(true);
  };
  return (
    <main className="flex h-dvh flex-col gap-3 p-4 md:p-6">
      <h1 className="text-xl">Companies in Berlin</h1>
      <DataGrid
        label="Companies in Berlin"
        className="min-h-0 flex-1"
        columns={columns}
        rowCount={waiting ? null : count}
        rows={source}
        checks={checks}
        loadHeaderMenu={loadHeaderMenu}
        onVisibleRows={(from, to) => {
          if (late) setTimeout(() => source.load(from, to), 300);
        }}
        onEdit={apply}
        onPaste={({ rowIndex, columnIds, texts }) =>
          apply(
            texts.flatMap((cells, by) =>
              cells.flatMap((value, at) => {
                const columnId = columnIds[at];
                return columnId ? [{ rowIndex: rowIndex + by, rowId: null, columnId, value }] : [];
              }),
            ),
          )
        }
        readRange={async (from, to, ids) => {
          source.load(from, to + 1);
          return Array.from({ length: to - from + 1 }, (_, by) =>
            ids.map((id) => source.rowAt(from + by)?.cells[id] ?? ''),
          );
        }}
        onUndo={() => {
          const last = undo.current.pop();
          for (const { rowIndex, columnId, value } of last ?? []) source.set(rowIndex, columnId, value);
          say('undo');
        }}
        onRedo={() => say('redo')}
        onOpenCell={(cell) => say('open cell', cell)}
        onOpenRow={(index) => say('open row', index)}
        onSelection={(range) => {
          document.body.dataset.selection = JSON.stringify(range);
        }}
        onResizeColumn={(id, width) =>
          setColumns((before) => before.map((column) => (column.id === id ? { ...column, width } : column)))
        }
        onMoveColumn={(id, to) =>
          setColumns((before) => {
            const moved = before.find((column) => column.id === id);
            return moved ? before.filter((column) => column !== moved).toSpliced(to, 0, moved) : before;
          })
        }
        onRefusal={(message) => say('refused', message)}
        empty={
          <EmptyState icon={Table2} title="No rows yet">
            Paste rows from a spreadsheet, or add a file.
          </EmptyState>
        }
      />
      <output className="h-5 truncate text-xs text-muted-foreground">{log}</output>
    </main>
  );
}
