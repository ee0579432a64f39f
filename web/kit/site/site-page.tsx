import type { ReactNode } from 'react';
import { cn } from '../../lib/class-names.ts';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

interface SitePageProps {
  title: string;
  /** One or two sentences that say what the page is for. */
  help?: ReactNode;
  /** For running text. */
  narrow?: boolean;
  children: ReactNode;
}

/** A public page with a heading, between the header and the footer. Also sets the title of the browser tab. */
export function SitePage({ title, help, narrow = false, children }: SitePageProps) {
  return (
    <>
      <title>{`${title} · Leadwell`}</title>
      <SiteHeader />
      <main className={cn('mx-auto px-4 pt-10 pb-20 md:px-6 md:pt-14', narrow ? 'max-w-3xl' : 'max-w-6xl')}>
        <h1 className="text-3xl sm:text-4xl">{title}</h1>
        {help && <p className="mt-4 max-w-[68ch] text-lg text-muted-foreground">{help}</p>}
        <div className="mt-10">{children}</div>
      </main>
      <SiteFooter />
    </>
  );
}
