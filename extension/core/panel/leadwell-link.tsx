import type { ReactNode } from 'react';

interface LeadwellLinkProps {
  /** of the Leadwell server; null without one */
  origin: string | null;
  path: string;
  children: ReactNode;
}

/** A link to a page of Leadwell, which opens in a new tab. Only its text in a copy without a server. */
export function LeadwellLink({ origin, path, children }: LeadwellLinkProps) {
  if (origin === null) return <>{children}</>;
  return (
    <a href={`${origin}${path}`} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
