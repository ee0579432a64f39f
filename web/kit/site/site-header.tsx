import { Link, NavLink } from 'react-router';
import { useSession } from '../../lib/session.tsx';
import { Brand } from '../../ui/brand-mark.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const PAGES = [
  { to: '/how-to-use', label: 'How To Use' },
  { to: '/pricing', label: 'Pricing' },
];

/** The header of the public pages: what visitors look for, and login links or a link to the dashboard. */
export function SiteHeader() {
  return (
    <header className="sticky top-0 z-30 border-b border-border bg-background">
      {/* On phones, the links to pages are a second row. */}
      <div className="mx-auto grid max-w-6xl grid-cols-[1fr_auto] items-center gap-x-2 px-4 sm:grid-cols-[auto_1fr_auto] sm:gap-x-6 md:px-6">
        <Link to="/" aria-label="Leadwell home" className="inline-flex justify-self-start rounded-md">
          <Brand />
        </Link>
        <nav
          aria-label="Pages"
          className="-mx-4 flex gap-1 border-t border-border px-1 max-sm:order-last max-sm:col-span-2 sm:mx-0 sm:border-t-0 sm:px-0"
        >
          {PAGES.map(({ to, label }) => (
            <NavLink
              key={to}
              to={to}
              className="inline-flex h-10 items-center rounded-md px-3 font-medium text-muted-foreground transition-colors hover:text-foreground focus-visible:-outline-offset-2 aria-[current=page]:text-foreground"
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <nav aria-label="Account" className="flex h-14 items-center sm:h-16 sm:gap-2">
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
      <Button asChild variant="ghost" className="px-2 sm:px-4">
        <Link to="/login">Log in</Link>
      </Button>
      <Button asChild variant="secondary" className="px-2.5 sm:px-4">
        <Link to="/signup">Start Free Trial</Link>
      </Button>
    </>
  );
}
