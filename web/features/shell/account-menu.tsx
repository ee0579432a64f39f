import { ChevronDown, CircleArrowUp, Keyboard, LogOut, Receipt, Settings } from 'lucide-react';
import { Link } from 'react-router';
import type { AccountView } from '#contract/account.ts';
import { usePlanOffer } from '../../lib/billing.ts';
import { formatCredits, planName, plural } from '../../lib/format.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { initials } from './display-name.ts';
import { ThemeMenuItems } from './theme-menu-items.tsx';
import { upgradeLink } from './upgrade-link.ts';

interface AccountMenuProps {
  name: string;
  email: string;
  /** Undefined while loading. */
  account: AccountView | undefined;
  onShortcuts: () => void;
  onLogOut: () => void;
}

/** The account menu: user, plan, credits, theme and logout. */
export function AccountMenu({ name, email, account, onShortcuts, onLogOut }: AccountMenuProps) {
  const upgrade = upgradeLink(usePlanOffer());
  return (
    // Not modal: a modal menu hides the page from screen readers while it can still take focus.
    <DropdownMenu modal={false}>
      <DropdownMenuTrigger className="flex h-10 min-w-0 items-center gap-2.5 rounded-md px-1.5 text-left transition-colors hover:bg-muted data-[state=open]:bg-muted">
        <span
          aria-hidden
          className="flex size-8 shrink-0 items-center justify-center rounded-full border border-border bg-muted text-xs font-semibold"
        >
          {initials(name)}
        </span>
        <span className="sr-only">Account menu for </span>
        <span className="sr-only min-w-0 lg:not-sr-only lg:block">
          <span className="block max-w-44 truncate text-sm leading-4 font-medium">{name}</span>
          <span className="block max-w-44 truncate text-xs text-muted-foreground">{email}</span>
        </span>
        <ChevronDown aria-hidden className="hidden size-4 shrink-0 text-muted-foreground lg:block" />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="w-64">
        <DropdownMenuLabel className="lg:hidden">
          <span className="block truncate font-medium">{name}</span>
          <span className="block truncate text-xs text-muted-foreground">{email}</span>
        </DropdownMenuLabel>
        <DropdownMenuLabel>
          <span className="flex justify-between gap-4">
            <span className="text-muted-foreground">Plan</span>
            {account ? <span>{planName(account)}</span> : <Skeleton className="h-5 w-16" />}
          </span>
          {account?.isTrial && account.trialDaysLeft > 0 && (
            <span className="mt-1 flex justify-between gap-4">
              <span className="text-muted-foreground">Trial</span>
              <span>{plural(account.trialDaysLeft, 'day')} left</span>
            </span>
          )}
          <span className="mt-1 flex justify-between gap-4">
            <span className="text-muted-foreground">Credits</span>
            {account ? (
              <span className="tabular-nums">{formatCredits(account.credits)}</span>
            ) : (
              <Skeleton className="h-5 w-16" />
            )}
          </span>
        </DropdownMenuLabel>
        <DropdownMenuSeparator />
        {upgrade && (
          <DropdownMenuItem asChild>
            <Link to={upgrade.to}>
              <CircleArrowUp aria-hidden /> {upgrade.label}
            </Link>
          </DropdownMenuItem>
        )}
        <DropdownMenuItem asChild>
          <Link to="/dashboard/usage">
            <Receipt aria-hidden /> Usage and billing
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link to="/dashboard/settings">
            <Settings aria-hidden /> Settings
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={onShortcuts} className="hidden md:flex">
          <Keyboard aria-hidden /> Keyboard shortcuts
        </DropdownMenuItem>
        <ThemeMenuItems />
        <DropdownMenuItem onSelect={onLogOut}>
          <LogOut aria-hidden /> Logout
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
