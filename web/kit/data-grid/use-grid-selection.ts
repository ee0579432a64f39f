import { useEffect, useMemo, useRef, useState } from 'react';
import { cellSelection, type GridSize, keptInside, rangeOf, type Selection } from './cell-selection.ts';
import { idsOf } from './cell-texts.ts';
import type { DataColumn, DataGridProps } from './data-grid-props.ts';

/** The selection, and that the page knows it. It stays inside of the grid, and returns when rows do. */
export function useGridSelection(
  size: GridSize,
  columns: readonly DataColumn[],
  onSelection: DataGridProps['onSelection'],
) {
  const [chosen, setChosen] = useState<Selection>(() => cellSelection({ row: 0, column: 0 }));
  const selection = useMemo(() => keptInside(chosen, size), [chosen, size]);
  const latest = useRef(onSelection);
  latest.current = onSelection;
  useEffect(() => {
    const range = rangeOf(selection);
    latest.current?.(range && { from: range.top, to: range.bottom, columnIds: idsOf(columns, range) });
  }, [selection, columns]);
  return [selection, setChosen] as const;
}
