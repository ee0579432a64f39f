import { Link } from 'react-router';
import { useSession } from '../../lib/session.tsx';
import { Brand } from '../../ui/brand-mark.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The header of the public pages, with login links or a link to the dashboard. */
export function SiteHeader() {
  return (
    <header className="sticky top-0 z-30 border-b border-border bg-background">
      <div className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-4 px-4 md:px-6">
        <Link to="/" aria-label="Leadwell home" className="inline-flex rounded-md">
          <Brand />
        </Link>
        <nav aria-label="Account" className="flex items-center gap-1 sm:gap-2">
          <AccountLinks />
        </nav>
      </div>
    </header>
  );
}

function AccountLinks() {
  const { user, loading } = useSession();
  if (loading) return <Skeleton className="h-9 w-36" />;
  if (user) {
    return (
      <Button asChild variant="secondary">
        <Link to="/dashboard">Go to Dashboard</Link>
      </Button>
    );
  }
  return (
    <>
      <Button asChild variant="ghost" className="px-3 sm:px-4">
        <Link to="/login">Log in</Link>
      </Button>
      <Button asChild variant="secondary" className="px-3 sm:px-4">
        <Link to="/signup">Start Free Trial</Link>
      </Button>
    </>
  );
}
