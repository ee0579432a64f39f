import { Link, useLocation } from 'react-router';
import { BeingBuilt } from '../features/shell/being-built.tsx';
import { comingPlace } from '../features/shell/coming-places.ts';
import { Brand } from '../ui/brand-mark.tsx';
import { PageHeader } from '../ui/page-header.tsx';

/** The same outside of the app's frame. */
export function Component() {
  const { title, text } = comingPlace(useLocation().pathname);
  return (
    <div className="min-h-dvh bg-surface">
      <div className="mx-auto max-w-3xl px-4 py-5 md:px-6">
        <Link to="/" aria-label="Leadwell, home" className="mb-10 inline-block rounded-md">
          <Brand />
        </Link>
        <main>
          <PageHeader title={title} />
          <BeingBuilt text={text} />
        </main>
      </div>
    </div>
  );
}
