import { SiteHeader } from '../kit/site/site-header.tsx';
import { MissingPage } from './missing-page.tsx';

export function Component() {
  return (
    <>
      <SiteHeader />
      <main className="mx-auto max-w-6xl px-4 py-8 md:px-6">
        <MissingPage />
      </main>
    </>
  );
}
