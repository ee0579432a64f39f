import { CircleCheck, CircleHelp, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { EmailStatus } from '#contract/emails.ts';
import { ReceiptToggle } from '#web/kit/receipt-toggle.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { CopyValue } from '#web/ui/copy-value.tsx';
import { Nothing } from '#web/ui/nothing.tsx';
import { type EmailView, SOURCE_WORDS, STATUS_WORDS } from './email-view.ts';

const LOOKS: Record<EmailStatus, { icon: LucideIcon; tone: 'success' | 'warning' | 'danger' | 'neutral' }> = {
  deliverable: { icon: CircleCheck, tone: 'success' },
  risky: { icon: TriangleAlert, tone: 'warning' },
  undeliverable: { icon: CircleX, tone: 'danger' },
  unknown: { icon: CircleHelp, tone: 'neutral' },
};

/** A status as icon and word. */
export function EmailStatusBadge({ status, title }: { status: EmailStatus; title?: string }) {
  const { icon: Icon, tone } = LOOKS[status];
  return (
    <Badge tone={tone} title={title}>
      <Icon aria-hidden />
      {STATUS_WORDS[status]}
    </Badge>
  );
}

/** Who was asked about, and the button that opens the receipt. */
export function AskedCell({ view }: { view: EmailView }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <ReceiptToggle position={view.position} of={view.asked} />
      <span className="truncate font-medium" title={view.asked}>
        {view.asked || '–'}
      </span>
    </span>
  );
}

/** The verified address; a guess is told apart by its word and its looks. */
export function EmailCell({ view: { row } }: { view: EmailView }) {
  if (row.verified_email) return <CopyValue value={row.verified_email} className="min-w-0" />;
  if (row.best_guess)
    return (
      <span className="flex min-w-0 items-center gap-1.5 text-muted-foreground">
        <span className="shrink-0 text-xs">guess</span>
        <CopyValue value={row.best_guess} className="min-w-0 italic" />
      </span>
    );
  return <Nothing />;
}

export function ScoreCell({ view: { row } }: { view: EmailView }) {
  return <span title="How safe it is to write to this address, 0 to 100">{row.score}</span>;
}

export function SourceCell({ view: { row } }: { view: EmailView }) {
  return row.source ? <span>{SOURCE_WORDS[row.source]}</span> : <Nothing />;
}

export function TextCell({ text }: { text: string | null }) {
  if (!text) return <Nothing />;
  return (
    <span className="block truncate" title={text}>
      {text}
    </span>
  );
}
