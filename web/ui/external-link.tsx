import { ExternalLink as ExternalLinkIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../lib/class-names.ts';
import { safeLink, shortUrl } from '../lib/external-link.ts';

interface ExternalLinkProps {
  /** A URL found on the web. Anything but http and https is shown as text. */
  href: string;
  children?: ReactNode;
  className?: string;
}

/** A link to another site in a new tab, without a referrer. */
export function ExternalLink({ href, children, className }: ExternalLinkProps) {
  const safe = safeLink(href);
  const label = children ?? shortUrl(href);
  if (!safe) return <span className={cn('truncate', className)}>{label}</span>;
  return (
    <a
      href={safe}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={href}
      className={cn(
        'inline-flex min-h-6 max-w-full items-center gap-1 text-accent underline-offset-4 hover:underline',
        className,
      )}
    >
      <span className="truncate">{label}</span>
      <ExternalLinkIcon aria-hidden className="size-3 shrink-0" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
