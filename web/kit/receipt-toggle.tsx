import { ChevronRight } from 'lucide-react';
import { cn } from '../lib/class-names.ts';
import { useReceipts } from './receipts-context.ts';

/** The button that opens a row's receipt. `label` names the row. */
export function ReceiptToggle({ position, label }: { position: number; label: string }) {
  const { openId, toggle } = useReceipts();
  const receiptId = openId(position);
  const open = receiptId !== null;
  return (
    <button
      type="button"
      onClick={() => toggle(position)}
      aria-expanded={open}
      aria-controls={receiptId ?? undefined}
      aria-label={`${open ? 'Hide' : 'Show'} details for ${label}`}
      className="-ml-1.5 flex size-6 shrink-0 items-center justify-center rounded-sm text-muted-foreground hover:bg-muted hover:text-foreground"
    >
      <ChevronRight aria-hidden className={cn('size-4 transition-transform', open && 'rotate-90')} />
    </button>
  );
}
