import { Ban, CircleCheck, CircleMinus, CircleX, type LucideIcon } from 'lucide-react';
import { ReceiptToggle, useReceipts } from '#web/kit/receipt.tsx';
import { safeLink, shortUrl } from '#web/lib/external-link.ts';
import { Badge } from '#web/ui/badge.tsx';
import { CopyValue } from '#web/ui/copy-value.tsx';
import { EmptyValue } from '#web/ui/empty-value.tsx';
import { NETWORK_LABELS, OUTCOME_LABELS } from './labels.ts';
import { SocialIcon } from './social-icon.tsx';
import type { RowOutcome, SocialProfile, WebsiteView } from './view.ts';

const OUTCOME_BADGES: Record<
  RowOutcome,
  { icon: LucideIcon; tone: 'success' | 'neutral' | 'warning' | 'danger' }
> = {
  found: { icon: CircleCheck, tone: 'success' },
  not_found: { icon: CircleMinus, tone: 'neutral' },
  blocked: { icon: Ban, tone: 'warning' },
  failed: { icon: CircleX, tone: 'danger' },
};

/** The site with the button that opens its receipt. */
export function UrlCell({ view }: { view: WebsiteView }) {
  const { url } = view.row;
  return (
    <span className="flex min-w-0 items-center gap-1 py-1 lg:py-0">
      <ReceiptToggle position={view.position} label={shortUrl(url)} />
      <span className="min-w-0 flex-1">
        <CopyValue value={url} label={shortUrl(url)} className="mx-0 min-w-0 font-medium" />
        <span className="block min-w-0 px-1 lg:hidden">
          <FirstContact view={view} />
        </span>
      </span>
    </span>
  );
}

/** What was found first, or why nothing was. */
function FirstContact({ view: { row, emails, phones, position } }: { view: WebsiteView }) {
  const values = emails.length > 0 ? emails : phones;
  if (values.length > 0) return <ValuesCell values={values} position={position} wraps />;
  if (!row.error) return null;
  return <span className="block whitespace-normal text-muted-foreground">{row.error}</span>;
}

interface ValuesCellProps {
  values: readonly string[];
  position: number;
  /** A long value takes several lines instead of being truncated. */
  wraps?: boolean;
}

/** The first value, with a button that opens the receipt for the others. */
export function ValuesCell({ values, position, wraps = false }: ValuesCellProps) {
  const [first, ...more] = values;
  if (first === undefined) return <EmptyValue />;
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <CopyValue value={first} wraps={wraps} className="min-w-0" />
      {more.length > 0 && <MoreButton values={more} position={position} />}
    </span>
  );
}

function MoreButton({ values, position }: { values: readonly string[]; position: number }) {
  const { open } = useReceipts();
  return (
    <button
      type="button"
      onClick={() => open(position)}
      title={values.join('\n')}
      aria-label={`${values.length} more: ${values.join(', ')}`}
      className="h-6 min-w-6 shrink-0 rounded-full bg-muted px-1.5 text-xs font-medium text-muted-foreground hover:text-foreground"
    >
      +{values.length}
    </button>
  );
}

const SOCIALS_SHOWN = 4;

export function SocialsCell({ socials, position }: { socials: readonly SocialProfile[]; position: number }) {
  const links = socials.filter(({ url }) => safeLink(url));
  // A fifth icon takes no more room than a "+1" button.
  const shown = links.length > SOCIALS_SHOWN + 1 ? links.slice(0, SOCIALS_SHOWN) : links;
  const more = links.slice(shown.length);
  if (links.length === 0) return <EmptyValue />;
  return (
    <span className="-ml-1 flex min-w-0">
      {shown.map(({ network, url, username }) => {
        const label = username ? `${NETWORK_LABELS[network]}: ${username}` : NETWORK_LABELS[network];
        return (
          <a
            key={network}
            href={url}
            target="_blank"
            rel="noopener noreferrer nofollow"
            title={label}
            aria-label={`${label} (opens in a new tab)`}
            className="flex size-6 items-center justify-center rounded-sm text-muted-foreground hover:bg-muted hover:text-accent"
          >
            <SocialIcon network={network} className="size-4" />
          </a>
        );
      })}
      {more.length > 0 && (
        <MoreButton values={more.map(({ network }) => NETWORK_LABELS[network])} position={position} />
      )}
    </span>
  );
}

export function OutcomeCell({ view }: { view: WebsiteView }) {
  return <OutcomeBadge outcome={view.outcome} title={view.row.error ?? view.row.note ?? undefined} />;
}

/** An outcome with its icon. */
export function OutcomeBadge({ outcome, title }: { outcome: RowOutcome; title?: string | undefined }) {
  const { icon: Icon, tone } = OUTCOME_BADGES[outcome];
  return (
    <Badge tone={tone} title={title}>
      <Icon aria-hidden />
      {OUTCOME_LABELS[outcome]}
    </Badge>
  );
}

export function TitleCell({ view }: { view: WebsiteView }) {
  const { title } = view.row;
  if (!title) return <EmptyValue />;
  return (
    <span className="block truncate" title={title}>
      {title}
    </span>
  );
}

/** Why a site has no result, or what else to know about it, in full. */
export function ReasonCell({ view: { row } }: { view: WebsiteView }) {
  const reason = row.error ?? row.note;
  return reason ? <span className="break-words">{reason}</span> : <EmptyValue />;
}
