import { CircleArrowUp, Keyboard, LogOut, Receipt, Settings } from 'lucide-react';
import { Link } from 'react-router';
import type { AccountView } from '#contract/account.ts';
import { usePlanOffer } from '../../lib/billing.ts';
import { formatCredits, isOnTrial, planName, plural } from '../../lib/format.ts';
import {
  DropdownMenu,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
} from '../../ui/dropdown-menu.tsx';
import type { MenuState } from '../../ui/menu-trigger.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ThemeMenuItems } from './theme-menu-items.tsx';
import { upgradeLink } from './upgrade-link.ts';

export interface AccountMenuItemsProps {
  menu: MenuState;
  name: string;
  email: string;
  /** Undefined while loading. */
  account: AccountView | undefined;
  onShortcuts: () => void;
  onLogOut: () => void;
}

/** The content of the account menu. */
export default function AccountMenuItems({
  menu,
  name,
  email,
  account,
  onShortcuts,
  onLogOut,
}: AccountMenuItemsProps) {
  const upgrade = upgradeLink(usePlanOffer());
  return (
    // Not modal: a modal menu hides the page from screen readers while it can still take focus.
    <DropdownMenu menu={menu} modal={false} align="end" className="w-64">
      <DropdownMenuLabel className="lg:hidden">
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-xs text-muted-foreground">{email}</span>
      </DropdownMenuLabel>
      <DropdownMenuLabel>
        <span className="flex justify-between gap-4">
          <span className="text-muted-foreground">Plan</span>
          {account ? <span>{planName(account)}</span> : <Skeleton className="h-5 w-16" />}
        </span>
        {account && isOnTrial(account) && (
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
    </DropdownMenu>
  );
}
