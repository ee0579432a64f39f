import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../lib/class-names.ts';
import { outsideLink, shortUrl } from '../lib/outside-link.ts';

interface OutsideLinkProps {
  /** An address found somewhere on the web. What is not http or https is shown as text. */
  href: string;
  children?: ReactNode;
  className?: string;
}

/** A link to somebody else's site, in a new tab, telling it nothing of us. */
export function OutsideLink({ href, children, className }: OutsideLinkProps) {
  const safe = outsideLink(href);
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
      <ExternalLink aria-hidden className="size-3 shrink-0" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
