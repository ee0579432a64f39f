import { SiteHeader } from '../../kit/site/site-header.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AdminPage } from './admin-page.tsx';
import { admin } from './page.ts';

/** Anyone can open this page, but its information and actions require the admin key. */
export function Component() {
  return (
    <div className="min-h-dvh bg-surface">
      <SiteHeader />
      <main className="mx-auto max-w-6xl px-4 py-8 md:px-6 md:py-10">
        <PageHeader title={admin.title} help={admin.description} />
        <AdminPage />
      </main>
    </div>
  );
}
