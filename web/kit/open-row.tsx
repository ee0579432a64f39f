import { type ReactNode, useRef } from 'react';
import { RowPanel } from './row-panel.tsx';

/** The row of the panel. A closing panel still shows it. */
export interface OpenedRow {
  position: number;
  open: boolean;
}

interface OpenRowProps<View extends { position: number }> {
  /** the rows loaded so far, as the table shows them */
  views: readonly View[];
  /** all rows of the table */
  count: number;
  title: (view: View) => string;
  receipt: (view: View) => ReactNode;
  opened: OpenedRow;
  onOpened: (opened: OpenedRow) => void;
  /** brings the row at this index into view */
  onIndex: (index: number) => void;
  /** the row's button */
  opener: () => HTMLElement | null;
}

/** The panel with the receipt of the open row. */
export function OpenRow<View extends { position: number }>(props: OpenRowProps<View>) {
  const { views, count, title, receipt, opened, onOpened, onIndex, opener } = props;
  const index = views.findIndex(({ position }) => position === opened.position);
  const view = views[index];
  // A running task with a filter or an order can lose the row while the panel is open.
  const last = useRef(view);
  if (view) last.current = view;
  const stepTo = (to: number) => {
    const next = to >= 0 && to < count ? views[to] : undefined;
    if (!view || !next) return null;
    return () => {
      onIndex(to);
      onOpened({ position: next.position, open: true });
    };
  };
  if (!last.current) return null;
  return (
    <RowPanel
      open={opened.open}
      onClose={() => onOpened({ ...opened, open: false })}
      title={title(last.current)}
      index={Math.max(index, 0)}
      count={count}
      onStep={{ [-1]: stepTo(index - 1), 1: stepTo(index + 1) }}
      opener={opener}
    >
      {receipt(last.current)}
    </RowPanel>
  );
}
