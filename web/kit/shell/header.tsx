import { Coins, PanelLeft, Search } from 'lucide-react';
import { Link } from 'react-router';
import type { AccountView } from '#contract/account.ts';
import { usePlanOffer } from '../../lib/billing.ts';
import { formatCredits } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AccountMenu } from './account-menu.tsx';
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
          <span className="text-muted-foreground"> credits</span>
        </span>
      ) : (
        <Skeleton className="h-4 w-20" />
      )}
    </span>
  );
}
