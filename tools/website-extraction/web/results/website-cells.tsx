import { Ban, CircleCheck, CircleMinus, CircleX, type LucideIcon } from 'lucide-react';
import { ReceiptToggle } from '#web/kit/receipt-toggle.tsx';
import { useReceipts } from '#web/kit/receipts-context.ts';
import { cn } from '#web/lib/class-names.ts';
import { outsideLink, shortUrl } from '#web/lib/outside-link.ts';
import { Badge } from '#web/ui/badge.tsx';
import { CopyValue } from '#web/ui/copy-value.tsx';
import { Nothing } from '#web/ui/nothing.tsx';
import { NETWORK_NAMES, OUTCOME_WORDS } from './receipt-words.ts';
import { SocialIcon } from './social-icon.tsx';
import type { RowOutcome, SocialProfile, WebsiteRowView } from './website-row.ts';

const OUTCOME_LOOKS: Record<
  RowOutcome,
  { icon: LucideIcon; tone: 'success' | 'neutral' | 'warning' | 'danger' }
> = {
  found: { icon: CircleCheck, tone: 'success' },
  not_found: { icon: CircleMinus, tone: 'neutral' },
  blocked: { icon: Ban, tone: 'warning' },
  failed: { icon: CircleX, tone: 'danger' },
};

/** The site and the button that opens its receipt. */
export function UrlCell({ view }: { view: WebsiteRowView }) {
  const { url } = view.row;
  return (
    <span className="flex min-w-0 items-center gap-1">
      <ReceiptToggle position={view.position} of={shortUrl(url)} />
      <CopyValue value={url} label={shortUrl(url)} className="mx-0 min-w-0 font-medium" />
    </span>
  );
}

/** The first value; the others open with the receipt. */
export function ValuesCell({ values, position }: { values: readonly string[]; position: number }) {
  const [first, ...more] = values;
  if (first === undefined) return <Nothing />;
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <CopyValue value={first} className="min-w-0" />
      {more.length > 0 && <MoreButton values={more} position={position} />}
    </span>
  );
}

function MoreButton({ values, position }: { values: readonly string[]; position: number }) {
  const { toggle } = useReceipts();
  return (
    <button
      type="button"
      onClick={() => toggle(position)}
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
  const links = socials.filter(({ url }) => outsideLink(url));
  // A fifth takes no more room than saying that there is one more.
  const shown = links.length > SOCIALS_SHOWN + 1 ? links.slice(0, SOCIALS_SHOWN) : links;
  const more = links.slice(shown.length);
  if (links.length === 0) return <Nothing />;
  return (
    <span className="-ml-1 flex min-w-0">
      {shown.map(({ network, url, username }) => {
        const label = username ? `${NETWORK_NAMES[network]}: ${username}` : NETWORK_NAMES[network];
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
        <MoreButton values={more.map(({ network }) => NETWORK_NAMES[network])} position={position} />
      )}
    </span>
  );
}

export function OutcomeCell({ view }: { view: WebsiteRowView }) {
  const { icon: Icon, tone } = OUTCOME_LOOKS[view.outcome];
  return (
    <Badge tone={tone} title={view.row.error ?? undefined}>
      <Icon aria-hidden />
      {OUTCOME_WORDS[view.outcome]}
    </Badge>
  );
}

export function TitleCell({ view }: { view: WebsiteRowView }) {
  const text = view.row.error && !view.row.title ? view.row.error : view.row.title;
  if (!text) return <Nothing />;
  return (
    <span className={cn('block truncate', text !== view.row.title && 'text-muted-foreground')} title={text}>
      {text}
    </span>
  );
}
