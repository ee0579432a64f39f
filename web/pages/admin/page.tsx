import { SiteHeader } from '../../kit/site/site-header.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AdminPage } from './admin-page.tsx';

/** Anyone can open this page, but its information and actions require the admin key. */
export function Component() {
  return (
    <div className="min-h-dvh bg-surface">
      <SiteHeader />
      <main className="mx-auto max-w-6xl px-4 py-8 md:px-6 md:py-10">
        <PageHeader title="Admin" help="Find users, upgrade accounts, sync payments and review key usage." />
        <AdminPage />
      </main>
    </div>
  );
}
