import { Link, NavLink } from 'react-router';
import { useCardNote } from '../../lib/config.ts';
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
      {/* On narrow screens, the links to pages are a second row. */}
      <div className="mx-auto grid max-w-6xl grid-cols-[1fr_auto] items-center gap-x-2 px-4 md:grid-cols-[auto_1fr_auto_auto] md:gap-x-6 md:px-6">
        <Link to="/" aria-label="Leadwell home" className="inline-flex justify-self-start rounded-md">
          <Brand />
        </Link>
        <div className="-mx-4 flex items-center justify-between gap-2 border-t border-border pr-4 pl-1 max-md:order-last max-md:col-span-2 md:contents">
          <nav aria-label="Pages" className="flex shrink-0 gap-1">
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
          <TrialNote />
        </div>
        <nav aria-label="Account" className="flex h-14 items-center sm:h-16 sm:gap-2">
          <AccountLinks />
        </nav>
      </div>
    </header>
  );
}

const TRIAL_NOTE = 'trial-note';

/** Says to visitors whether the trial needs a card, beside the button that leads to it. */
function TrialNote() {
  const { user, loading } = useSession();
  const cardNote = useCardNote();
  if (user || loading) return <span />;
  return (
    <p
      id={TRIAL_NOTE}
      className="max-w-36 text-right text-xs leading-tight text-muted-foreground md:-mr-4 lg:mr-0 lg:max-w-none"
    >
      {cardNote}
    </p>
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
        <Link to="/signup" aria-describedby={TRIAL_NOTE}>
          Start Free Trial
        </Link>
      </Button>
    </>
  );
}
