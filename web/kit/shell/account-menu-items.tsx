import { CircleArrowUp, Keyboard, LogOut, Receipt, Settings } from 'lucide-react';
import * as Menu from 'radix-ui/dropdown-menu';
import { Link } from 'react-router';
import type { AccountView } from '#contract/account.ts';
import { plural } from '#contract/plural.ts';
import { usePlanOffer } from '../../lib/billing.ts';
import { formatCredits, isOnTrial, planName } from '../../lib/format.ts';
import { chooseTheme, parseTheme, useTheme } from '../../lib/theme.ts';
import {
  DropdownMenu,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
} from '../../ui/dropdown-menu.tsx';
import type { MenuState } from '../../ui/menu-trigger.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { THEME_OPTIONS } from '../theme-options.ts';
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
          <Receipt aria-hidden /> Usage and Billing
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

/** The choice of the theme in the account menu, on one line. The menu stays open, so that its effect is seen. */
function ThemeMenuItems() {
  const theme = useTheme();
  return (
    <div className="-mx-1 my-1 border-y border-border p-2">
      <Menu.RadioGroup
        aria-label="Theme"
        value={theme}
        onValueChange={(value) => chooseTheme(parseTheme(value))}
        className="grid grid-cols-3 gap-1 rounded-md bg-muted p-0.5"
      >
        {THEME_OPTIONS.map(({ theme: option, label, icon: Icon }) => (
          <Menu.RadioItem
            key={option}
            value={option}
            onSelect={(event) => event.preventDefault()}
            className="flex h-8 cursor-pointer items-center justify-center gap-1.5 rounded-sm text-sm text-muted-foreground select-none data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-ring data-[state=checked]:bg-selected data-[state=checked]:font-medium data-[state=checked]:text-foreground data-[state=checked]:shadow-sm"
          >
            <Icon aria-hidden className="size-3.5" />
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </div>
  );
}
