import { useRef } from 'react';
import { SELECTED_ROWS_MAX } from '#contract/limits.ts';
import { ROWS_MISSING } from './cell-texts.ts';
import type { DataGridProps, RowSource } from './data-grid-props.ts';

const TOO_MANY = `Only the first ${SELECTED_ROWS_MAX.toLocaleString('en-US')} of these rows changed. Select more with a filter.`;

/** What clicks and keys do with the check boxes of rows. */
export function useRowChecks(
  { checks, readRange, onRefusal }: Pick<DataGridProps, 'checks' | 'readRange' | 'onRefusal'>,
  rows: RowSource,
) {
  const last = useRef<number | null>(null);
  return {
    /** With Shift, all rows from the last one get the state that this one gets. */
    toggle(index: number, shift: boolean): void {
      const row = rows.rowAt(index);
      if (!checks || !row) return;
      const from = shift && last.current !== null ? last.current : index;
      last.current = index;
      const first = Math.min(from, index);
      const end = Math.min(Math.max(from, index), first + SELECTED_ROWS_MAX - 1);
      const check = () => {
        checks.onCheck(first, end, !checks.isChecked(row, index));
        if (end < Math.max(from, index)) onRefusal?.(TOO_MANY);
      };
      if (!readRange || areLoaded(rows, first, end)) check();
      // The page knows the IDs of loaded rows only.
      else readRange(first, end, []).then(check, () => onRefusal?.(ROWS_MISSING));
    },
    toggleAll(): void {
      checks?.onCheckAll(checks.all !== 'all');
    },
  };
}

function areLoaded(rows: RowSource, from: number, to: number): boolean {
  for (let index = from; index <= to; index += 1) if (!rows.rowAt(index)) return false;
  return true;
}
