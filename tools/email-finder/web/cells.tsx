import { CircleCheck, CircleHelp, CircleX, type LucideIcon, SearchX, TriangleAlert } from 'lucide-react';
import type { EmailStatus } from '#contract/emails.ts';
import { ReceiptToggle } from '#web/kit/receipt.tsx';
import { cn } from '#web/lib/class-names.ts';
import { Badge } from '#web/ui/badge.tsx';
import { CopyValue } from '#web/ui/copy-value.tsx';
import { EmptyValue } from '#web/ui/empty-value.tsx';
import { EMAIL_STATUS_LABELS } from '../definition.ts';
import { type EmailView, SOURCE_LABELS } from './view.ts';

const BADGES: Record<EmailStatus, { icon: LucideIcon; tone: 'success' | 'warning' | 'danger' | 'neutral' }> =
  {
    deliverable: { icon: CircleCheck, tone: 'success' },
    risky: { icon: TriangleAlert, tone: 'warning' },
    undeliverable: { icon: CircleX, tone: 'danger' },
    not_found: { icon: SearchX, tone: 'neutral' },
    unknown: { icon: CircleHelp, tone: 'neutral' },
  };

/** A status with its icon. */
export function EmailStatusBadge({ status, title }: { status: EmailStatus; title?: string }) {
  const { icon: Icon, tone } = BADGES[status];
  return (
    <Badge tone={tone} title={title}>
      <Icon aria-hidden />
      {EMAIL_STATUS_LABELS[status]}
    </Badge>
  );
}

/** The contact with the button that opens the receipt. */
export function ContactCell({ view }: { view: EmailView }) {
  return (
    <span className="flex min-w-0 items-center gap-1 py-1 lg:py-0">
      <ReceiptToggle position={view.position} label={view.contact} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium" title={view.contact}>
          {view.contact || '–'}
        </span>
        <span className="block min-w-0 lg:hidden">
          <Answer view={view} />
        </span>
      </span>
    </span>
  );
}

/** The email, or why there is none. An address that was verified is the contact itself. */
function Answer({ view }: { view: EmailView }) {
  const { verified_email: email, best_guess: guess, address, explanation } = view.row;
  const known = email ?? guess;
  if (known !== null && known !== address) return <EmailCell view={view} wraps />;
  return <span className="block whitespace-normal text-muted-foreground">{explanation}</span>;
}

/** The verified email, or a guess that is marked as one. */
export function EmailCell({ view: { row }, wraps = false }: { view: EmailView; wraps?: boolean }) {
  if (row.verified_email) return <CopyValue value={row.verified_email} wraps={wraps} className="min-w-0" />;
  if (row.best_guess)
    return (
      <span className={cn('flex min-w-0 items-center gap-x-1.5 text-muted-foreground', wraps && 'flex-wrap')}>
        <span className="shrink-0 text-xs">Guess</span>
        <CopyValue value={row.best_guess} wraps={wraps} className="min-w-0 italic" />
      </span>
    );
  return <EmptyValue />;
}

export function ScoreCell({ view: { row } }: { view: EmailView }) {
  return <span title="How safe it is to email this address, from 0 to 100">{row.score}</span>;
}

export function SourceCell({ view: { row } }: { view: EmailView }) {
  return row.source ? <span>{SOURCE_LABELS[row.source]}</span> : <EmptyValue />;
}

export function TextCell({ text }: { text: string | null }) {
  if (!text) return <EmptyValue />;
  return (
    <span className="block truncate" title={text}>
      {text}
    </span>
  );
}
