import { useLocation } from 'react-router';
import { BeingBuilt } from '../features/shell/being-built.tsx';
import { comingPlace } from '../features/shell/coming-places.ts';
import { SiteHeader } from '../features/site/site-header.tsx';
import { PageHeader } from '../ui/page-header.tsx';

/** The same outside of the app's frame. */
export function Component() {
  const { title, text } = comingPlace(useLocation().pathname);
  return (
    <div className="min-h-dvh bg-surface">
      <SiteHeader />
      <main className="mx-auto max-w-3xl px-4 py-10 md:px-6">
        <PageHeader title={title} />
        <BeingBuilt text={text} />
      </main>
    </div>
  );
}
