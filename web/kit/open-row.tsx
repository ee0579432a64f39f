import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { formatNumber } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';

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

interface RowPanelProps {
  open: boolean;
  onClose: () => void;
  /** names the row */
  title: string;
  /** the row's place in the table, from 0, and the number of rows */
  index: number;
  count: number;
  /** shows the previous (-1) or next (1) row; null if there is none, or it hasn't loaded */
  onStep: Readonly<Record<-1 | 1, (() => void) | null>>;
  /** the row's button, which gets the focus after closing */
  opener: () => HTMLElement | null;
  children: ReactNode;
}

/** A row's receipt in a panel next to the table, with buttons and arrow keys for the rows above and below. */
function RowPanel({ open, onClose, title, index, count, onStep, opener, children }: RowPanelProps) {
  const content = useRef<HTMLDivElement>(null);
  const press = (event: KeyboardEvent) => {
    const step = stepForKey(event.key);
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // There, the up and down keys scroll.
    const scrolls = content.current?.contains(event.target as Node) && event.key.match(/Up|Down/);
    if (scrolls) return;
    event.preventDefault();
    onStep[step]?.();
  };
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && onClose()}
      side="right"
      title={`Details for ${title}`}
      opener={opener}
      onKeyDown={press}
      className="w-full max-sm:border-l-0 sm:w-[36rem]"
    >
      <header className="flex items-center gap-1 border-b border-border py-2 pr-2 pl-4">
        <div role="status" className="min-w-0 flex-1">
          <p className="truncate font-medium" title={title}>
            {title}
          </p>
          <p className="text-sm text-muted-foreground tabular-nums">
            Row {formatNumber(index + 1)} of {formatNumber(count)}
          </p>
        </div>
        <StepButton label="Previous row" onStep={onStep[-1]}>
          <ChevronUp aria-hidden />
        </StepButton>
        <StepButton label="Next row" onStep={onStep[1]}>
          <ChevronDown aria-hidden />
        </StepButton>
        <Button variant="ghost" size="icon" aria-label="Close" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </header>
      {/* Each row starts at its top. */}
      <div
        key={index}
        ref={content}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach scroll areas (WCAG 2.1.1).
        tabIndex={0}
        className="@container min-h-0 flex-1 overflow-y-auto text-sm focus-visible:-outline-offset-2"
      >
        {children}
      </div>
    </Sheet>
  );
}

function stepForKey(key: string): -1 | 1 | null {
  if (key === 'ArrowUp' || key === 'ArrowLeft') return -1;
  return key === 'ArrowDown' || key === 'ArrowRight' ? 1 : null;
}

/** Stays focusable at the ends of the table, where it does nothing. */
function StepButton({
  label,
  onStep,
  children,
}: {
  label: string;
  onStep: (() => void) | null;
  children: ReactNode;
}) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      aria-disabled={onStep === null || undefined}
      onClick={() => onStep?.()}
    >
      {children}
    </Button>
  );
}
