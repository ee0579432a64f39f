import { useMemo, useState } from 'react';
import type { ColumnWidths } from '../../../lib/column-widths.ts';
import type { GridColumn } from '../../grid-column.ts';
import { ResultGrid } from '../../result-grid.tsx';
import { useRowSelection } from '../../use-row-selection.ts';
import { sampleColumns, sampleSource } from './sample-rows.ts';

interface SampleView {
  position: number;
  cells: Readonly<Record<string, string>>;
}

/** The same rows in the grid of results, to compare with. */
export function OldGrid({ rows, columns }: { rows: number; columns: number }) {
  const shown = useMemo(
    () =>
      sampleColumns(columns).map(
        ({ id, header }): GridColumn<SampleView> => ({
          id,
          header,
          width: 'w-40',
          filterFields: [id],
          cell: ({ cells }) => <span className="block truncate">{cells[id]}</span>,
        }),
      ),
    [columns],
  );
  const views = useMemo(() => {
    const source = sampleSource(rows, sampleColumns(columns), false);
    return Array.from({ length: rows }, (_, position) => ({
      position,
      cells: source.rowAt(position)!.cells,
    }));
  }, [rows, columns]);
  const [sizes, setSizes] = useState<ColumnWidths>({});
  const selection = useRowSelection('sample');
  return (
    <main className="p-6">
      <ResultGrid
        label="Companies in Berlin"
        columns={shown}
        className="min-w-[200rem]"
        title={({ position }) => `row ${position + 1}`}
        receipt={() => null}
        views={views}
        count={rows}
        live={false}
        onVisibleRows={() => undefined}
        hidden={[]}
        sort={null}
        onSort={() => undefined}
        sizes={sizes}
        onSizes={setSizes}
        selection={selection}
      />
    </main>
  );
}
