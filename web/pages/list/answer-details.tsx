import { type ComponentType, lazy, Suspense, useMemo, useState } from 'react';
import type { CellTry } from '#contract/list-cells.ts';
import { toolOfType } from '#tools/index/tools.ts';
import type { StoredReceiptProps } from '../../kit/receipt.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TOOL_PAGES } from '../all-pages.ts';

const LOADERS = import.meta.glob<{ default: ComponentType<StoredReceiptProps> }>(
  '../../../tools/*/web/receipt.tsx',
);
/** The receipts of the tools, by type of task. */
const RECEIPTS = new Map(
  TOOL_PAGES.flatMap(({ tool, folder }) => {
    const load = LOADERS[`../../${folder}/receipt.tsx`];
    return tool.task && load ? [[tool.task.type, lazy(load)] as const] : [];
  }),
);
/** Lines of evidence that are shown for what isn't a tool of its own. */
const MOST_LINES = 12;

/** Where an answer comes from: what the row of a tool's own results opens, or for other steps, their evidence as lines. */
export function AnswerDetails({ answer }: { answer: CellTry }) {
  const [open, setOpen] = useState(false);
  const { tool, charge, row } = answer;
  const stored = useMemo(() => ({ position: 0, input: '', key: '', charge, row }), [charge, row]);
  const Receipt = RECEIPTS.get(tool);
  const isWhole = toolOfType(tool)?.task.row.safeParse(row).success;
  if (!Receipt || !isWhole) return <EvidenceLines row={row} />;
  return (
    <details className="text-sm" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer text-muted-foreground">Details and sources</summary>
      {open && (
        <Suspense fallback={<Skeleton className="mt-2 h-20 w-full" />}>
          <div className="-mx-4 -mb-3">
            <Receipt stored={stored} />
          </div>
        </Suspense>
      )}
    </details>
  );
}

function EvidenceLines({ row }: Pick<CellTry, 'row'>) {
  const lines = evidenceLines(row.evidence);
  if (lines.length === 0) return null;
  return (
    <ul className="grid gap-1 text-sm text-muted-foreground">
      {lines.map((text) => (
        <li key={text} className="wrap-anywhere">
          {text}
        </li>
      ))}
    </ul>
  );
}

function evidenceLines(evidence: unknown): string[] {
  if (!Array.isArray(evidence)) return [];
  const lines = evidence.map((each: unknown) =>
    typeof each === 'object' && each !== null
      ? Object.values(each)
          .filter((value): value is string => typeof value === 'string' && value !== '')
          .join(' · ')
      : String(each),
  );
  return [...new Set(lines.filter(Boolean))].slice(0, MOST_LINES);
}
