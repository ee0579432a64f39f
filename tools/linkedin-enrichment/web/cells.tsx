import { CircleCheck, CircleMinus, CircleX, type LucideIcon } from 'lucide-react';
import { ReceiptToggle } from '#web/kit/receipt.tsx';
import { cn } from '#web/lib/class-names.ts';
import { Badge } from '#web/ui/badge.tsx';
import { CopyValue } from '#web/ui/copy-value.tsx';
import { EmptyValue } from '#web/ui/empty-value.tsx';
import { type ProfileView, type RowStatus, STATUS_LABELS } from './view.ts';

const BADGES: Record<RowStatus, { icon: LucideIcon; tone: 'success' | 'neutral' | 'danger' }> = {
  found: { icon: CircleCheck, tone: 'success' },
  not_found: { icon: CircleMinus, tone: 'neutral' },
  failed: { icon: CircleX, tone: 'danger' },
};

/** The person with the button that opens the row's receipt. In narrow windows, also the email or the reason. */
export function PersonCell({ view: { position, label, row } }: { view: ProfileView }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5 py-1 lg:py-0">
      <ReceiptToggle position={position} label={label} />
      <span className="min-w-0 flex-1">
        <span className={cn('block truncate', row.name !== null && 'font-medium')} title={row.linkedinUrl}>
          {label}
        </span>
        <span className="block min-w-0 lg:hidden">
          {row.completeness > 0 ? (
            <CopyCell value={row.email} />
          ) : (
            <span className="block whitespace-normal wrap-anywhere text-muted-foreground">
              {row.explanation}
            </span>
          )}
        </span>
      </span>
    </span>
  );
}

export function TextCell({ value }: { value: string | null }) {
  if (value === null) return <EmptyValue />;
  return (
    <span className="block truncate" title={value}>
      {value}
    </span>
  );
}

/** Why a row has no data, in full. */
export function ReasonCell({ view: { row } }: { view: ProfileView }) {
  if (row.completeness > 0) return <EmptyValue />;
  return <span className="wrap-anywhere text-muted-foreground">{row.explanation}</span>;
}

export function CopyCell({ value }: { value: string | null }) {
  return value === null ? <EmptyValue /> : <CopyValue value={value} className="min-w-0" />;
}

export function CompletenessCell({ view: { row, status } }: { view: ProfileView }) {
  const { icon: Icon, tone } = BADGES[status];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      <span className="tabular-nums">
        {status === 'found' ? `${row.completeness}%` : STATUS_LABELS[status]}
      </span>
    </Badge>
  );
}
