import { ChevronDown, Coins, PanelLeft, Search } from 'lucide-react';
import { Link } from 'react-router';
import type { AccountView } from '#contract/account.ts';
import { usePlanOffer } from '../../lib/billing.ts';
import { formatCredits } from '../../lib/format.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { Button } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { useMenuTrigger } from '../../ui/menu-trigger.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { AccountMenuItemsProps } from './account-menu-items.tsx';
import { initials } from './display-name.ts';
import { upgradeLink } from './upgrade-link.ts';

interface HeaderProps {
  name: string;
  email: string;
  /** Undefined while loading. */
  account: AccountView | undefined;
  onToggleSidebar: () => void;
  onSearch: () => void;
  onShortcuts: () => void;
  onLogOut: () => void;
}

/** The header above every dashboard page. */
export function Header({
  name,
  email,
  account,
  onToggleSidebar,
  onSearch,
  onShortcuts,
  onLogOut,
}: HeaderProps) {
  const upgrade = upgradeLink(usePlanOffer());
  return (
    <header className="print:hidden sticky top-0 z-30 flex h-14 items-center gap-2 border-b border-border bg-card px-2 md:px-4">
      <Button
        variant="ghost"
        size="icon"
        onClick={onToggleSidebar}
        aria-label="Toggle sidebar"
        aria-keyshortcuts="Control+B Meta+B"
        title="Toggle sidebar (Ctrl+B)"
      >
        <PanelLeft aria-hidden />
      </Button>
      <button
        type="button"
        onClick={onSearch}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        className="flex size-9 shrink-0 items-center justify-center gap-2.5 rounded-md text-muted-foreground transition-colors hover:bg-muted lg:h-8 lg:w-64 lg:justify-start lg:border lg:border-border lg:bg-surface lg:px-3"
      >
        <Search aria-hidden className="size-4 shrink-0" />
        <span className="sr-only lg:not-sr-only lg:flex-1 lg:text-left">
          Search<span className="sr-only"> and run commands</span>
        </span>
        <span aria-hidden className="hidden lg:inline-flex">
          <Kbd keys="mod+k" />
        </span>
      </button>
      <div className="ml-auto flex min-w-0 items-center gap-2 md:gap-3">
        <CreditsPill account={account} />
        {upgrade && (
          <Button asChild variant="link" size="sm" className="hidden px-1 sm:inline-flex">
            <Link to={upgrade.to}>{upgrade.label}</Link>
          </Button>
        )}
        <AccountMenu
          name={name}
          email={email}
          account={account}
          onShortcuts={onShortcuts}
          onLogOut={onLogOut}
        />
      </div>
    </header>
  );
}

function CreditsPill({ account }: { account: AccountView | undefined }) {
  return (
    <span className="inline-flex h-8 items-center gap-1.5 rounded-full border border-border px-3 text-sm tabular-nums">
      <Coins aria-hidden className="size-4 text-muted-foreground" />
      {account ? (
        <span>
          <span className="font-medium">{formatCredits(account.credits)}</span>
          <span className="text-muted-foreground"> {account.credits === 1 ? 'credit' : 'credits'}</span>
        </span>
      ) : (
        <Skeleton className="h-4 w-20" />
      )}
    </span>
  );
}

const loadItems = () => import('./account-menu-items.tsx');

/** The account menu: user, plan, credits, theme and logout. Its content is loaded on first use. */
function AccountMenu(props: Omit<AccountMenuItemsProps, 'menu'>) {
  const { name, email } = props;
  const { trigger, menu } = useMenuTrigger(loadItems);
  const Items = useLoaded<AccountMenuItemsProps>(menu.open, loadItems, () => menu.onOpenChange(false));
  return (
    <>
      <button
        type="button"
        {...trigger}
        className="flex h-10 min-w-0 items-center gap-2.5 rounded-md px-1.5 text-left transition-colors hover:bg-muted data-[state=open]:bg-muted"
      >
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
      </button>
      {Items && <Items {...props} menu={menu} />}
    </>
  );
}
