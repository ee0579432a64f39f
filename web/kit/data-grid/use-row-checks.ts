import { useRef } from 'react';
import type { RowChecks, RowSource } from './data-grid-props.ts';

/** What clicks and keys do with the check boxes of rows. */
export function useRowChecks(checks: RowChecks | undefined, rows: RowSource) {
  const last = useRef<number | null>(null);
  return {
    /** With Shift, all rows from the last one get the state that this one gets. */
    toggle(index: number, shift: boolean): void {
      const row = rows.rowAt(index);
      if (!checks || !row) return;
      const from = shift && last.current !== null ? last.current : index;
      last.current = index;
      checks.onCheck(Math.min(from, index), Math.max(from, index), !checks.isChecked(row, index));
    },
    toggleAll(): void {
      checks?.onCheckAll(checks.all !== 'all');
    },
  };
}
