import { PanelRightOpen } from 'lucide-react';
import { useReceipts } from './receipts-context.ts';

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
