import { CircleCheck, CircleMinus, CircleX, type LucideIcon } from 'lucide-react';
import { createContext, use } from 'react';
import { ReceiptToggle } from '#web/kit/receipt.tsx';
import { cn } from '#web/lib/class-names.ts';
import { Badge } from '#web/ui/badge.tsx';
import { CopyValue } from '#web/ui/copy-value.tsx';
import { EmptyValue } from '#web/ui/empty-value.tsx';
import type { DomainSource } from '../definition.ts';
import { type CompanyView, type RowStatus, SOURCE_LABELS, STATUS_LABELS } from './view.ts';

/** Logos by domain, so that rows don't render again for each other's logos. */
export const LogosContext = createContext<Readonly<Record<string, string>>>({});

const BADGES: Record<RowStatus, { icon: LucideIcon; tone: 'success' | 'neutral' | 'danger' }> = {
  found: { icon: CircleCheck, tone: 'success' },
  not_found: { icon: CircleMinus, tone: 'neutral' },
  failed: { icon: CircleX, tone: 'danger' },
};

/** The company with the button that opens its receipt and its logo; in narrow windows, the domain is there, too. */
export function CompanyCell({ view }: { view: CompanyView }) {
  const { position, row } = view;
  return (
    <span className="flex min-w-0 items-center gap-1.5 py-1 lg:py-0">
      <ReceiptToggle position={position} label={row.company_name} />
      <Logo domain={row.domain} name={row.company_name} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium" title={row.company_name}>
          {row.company_name}
        </span>
        <span className="block min-w-0 lg:hidden">
          <DomainCell view={view} wraps />
        </span>
      </span>
    </span>
  );
}

/** The logo, or the first letter of the name. A phone has no room for it. */
function Logo({ domain, name }: { domain: string | null; name: string }) {
  const logo = use(LogosContext)[domain ?? ''];
  const box = 'size-6 shrink-0 max-sm:hidden rounded-sm border border-border bg-plate';
  if (logo) return <img src={logo} alt="" className={cn(box, 'object-contain p-0.5')} />;
  const [letter = '?'] = /[\p{L}\p{N}]/u.exec(name) ?? [];
  return (
    <span
      aria-hidden
      className="hidden size-6 shrink-0 items-center justify-center sm:flex rounded-sm border border-border bg-muted text-xs font-medium text-muted-foreground"
    >
      {letter.toUpperCase()}
    </span>
  );
}

export function DomainCell({ view: { row }, wraps = false }: { view: CompanyView; wraps?: boolean }) {
  if (row.domain === null)
    return <span className="whitespace-normal text-muted-foreground">{row.error}</span>;
  return <CopyValue value={row.domain} wraps={wraps} className="min-w-0 font-medium" />;
}

export function ConfidenceCell({ view: { row } }: { view: CompanyView }) {
  if (row.domain === null) return <EmptyValue />;
  return <span className="tabular-nums">{row.confidence}%</span>;
}

export function SourceCell({ view: { row, status } }: { view: CompanyView }) {
  return <StatusBadge status={status} source={row.source} />;
}

/** A status with its icon. The label is the step that found the domain, if there is one. */
export function StatusBadge({ status, source }: { status: RowStatus; source: DomainSource | null }) {
  const { icon: Icon, tone } = BADGES[status];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {source === null ? STATUS_LABELS[status] : SOURCE_LABELS[source]}
    </Badge>
  );
}

/** The deciding step, or why no domain was found, in full. */
export function ReasonCell({ view: { row } }: { view: CompanyView }) {
  return <span className="break-words text-muted-foreground">{row.explanation}</span>;
}
