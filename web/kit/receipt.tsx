import { PanelRightOpen } from 'lucide-react';
import { createContext, type ReactNode, use } from 'react';
import type { TaskRow } from '#contract/tasks.ts';

/** A section of a row's receipt. */
export function ReceiptSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-2 text-sm tracking-normal">{title}</h3>
      {children}
    </section>
  );
}

/** Label and value pairs. Empty values are left out. */
export function ReceiptDetails({
  title = 'Details',
  details,
}: {
  title?: string;
  details: readonly (readonly [string, ReactNode])[];
}) {
  return (
    <ReceiptSection title={title}>
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-1">
        {details.map(
          ([label, value]) =>
            value && (
              <div key={label} className="contents">
                <dt className="leading-6 text-muted-foreground">{label}</dt>
                <dd className="min-w-0 leading-6 break-words">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </ReceiptSection>
  );
}

/** What the default export of a tool's receipt takes. The same object has the same view. */
export interface StoredReceiptProps {
  stored: TaskRow;
}

/** The row whose receipt is open. */
export interface Receipts {
  /** its position; null for none */
  shown: number | null;
  open(position: number): void;
}

export const ReceiptsContext = createContext<Receipts>({ shown: null, open: () => undefined });

export function useReceipts(): Receipts {
  return use(ReceiptsContext);
}

/** The button that opens a row's receipt. `label` names the row. */
export function ReceiptToggle({ position, label }: { position: number; label: string }) {
  const { shown, open } = useReceipts();
  return (
    <button
      type="button"
      onClick={() => open(position)}
      aria-haspopup="dialog"
      aria-expanded={shown === position}
      aria-label={`Show details for ${label}`}
      data-receipt={position}
      className="-ml-1.5 flex size-6 shrink-0 items-center justify-center rounded-sm text-muted-foreground hover:bg-muted hover:text-foreground"
    >
      <PanelRightOpen aria-hidden className="size-4" />
    </button>
  );
}
