import { type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { AccountView } from '#contract/account.ts';
import { MESSAGES } from '#contract/messages.ts';
import { useAccount } from '../../lib/account.ts';
import { failureMessage } from '../../lib/calls.ts';
import { cn } from '../../lib/class-names.ts';
import { type SessionUser, useSession } from '../../lib/session.tsx';
import { toast } from '../../lib/toast.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { LoadingBar } from '../../ui/loading-bar.tsx';
import { AccountBanner } from './account-banner.tsx';
import { accountWarnings, readWarned, saveWarned } from './account-warnings.ts';
import { displayName } from './display-name.ts';
import { Header } from './header.tsx';
import type { PaletteProps } from './palette/palette.tsx';
import { usePaymentSync } from './payment-sync.ts';
import type { ShortcutListProps } from './shortcut-list.tsx';
import { Sidebar } from './sidebar.tsx';
import { useSidebarChoices } from './sidebar-choices.ts';
import type { SidebarSheetProps } from './sidebar-sheet.tsx';
import { useSidebarState } from './sidebar-state.ts';
import { type ShellCommands, useShellCommands } from './use-shell-commands.ts';

const loadSidebarSheet = () => import('./sidebar-sheet.tsx');
const loadPalette = () => import('./palette/palette.tsx');
const loadShortcuts = () => import('./shortcut-list.tsx');

/** The sidebar and header around a page of a signed-in user. */
export function DashboardFrame({ user, children }: { user: SessionUser; children: ReactNode }) {
  const { signOut } = useSession();
  const { data: account, error, refetch, isFetching } = useAccount();
  const sidebar = useSidebarState();
  const [choices, setChoices] = useSidebarChoices(user.id);
  const content = { account, choices, onChoices: setChoices };
  const SidebarSheet = useLoaded<SidebarSheetProps>(
    sidebar.overlayOpen,
    loadSidebarSheet,
    sidebar.closeOverlay,
  );
  const commands = useShellCommands();
  // Only the account says whether there is a banner. A page shown before would move under the pointer.
  const waiting = !account && !error;
  useAccountWarnings(account);
  usePaymentSync(account);

  const person = { name: account?.name ?? user.name, email: account?.email ?? user.email };
  const logOut = async () => {
    await signOut();
    toast.info(MESSAGES.auth.loggedOut);
  };

  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-[60] -translate-y-16 rounded-md bg-accent px-4 py-2 text-accent-foreground focus:translate-y-0"
      >
        Skip to content
      </a>
      <div className="min-h-dvh bg-surface">
        <aside
          className={cn(
            'fixed inset-y-0 left-0 z-30 hidden flex-col border-r border-border bg-card transition-[width] md:flex print:hidden',
            sidebar.open ? 'w-64' : 'w-14',
          )}
        >
          <Sidebar {...content} collapsed={!sidebar.open} />
        </aside>
        {SidebarSheet && (
          <SidebarSheet open={sidebar.overlayOpen} onClose={sidebar.closeOverlay} sidebar={content} />
        )}
        <div className={cn('transition-[padding] print:pl-0', sidebar.open ? 'md:pl-64' : 'md:pl-14')}>
          <Header
            name={displayName(person)}
            email={person.email}
            account={account}
            onToggleSidebar={sidebar.toggle}
            onSearch={() => commands.show('palette')}
            onShortcuts={() => commands.show('shortcuts')}
            onLogOut={logOut}
          />
          {account && <AccountBanner userId={user.id} account={account} />}
          {waiting && <LoadingBar />}
          <main
            id="content"
            tabIndex={-1}
            aria-busy={waiting || undefined}
            className={cn(
              'mx-auto max-w-7xl p-4 outline-none md:p-6',
              waiting && 'pointer-events-none opacity-0',
            )}
          >
            {error && !account && (
              <LoadFailure
                title="We couldn't load your account"
                className="mb-6"
                busy={isFetching}
                onRetry={() => refetch()}
              >
                {failureMessage(error)}
              </LoadFailure>
            )}
            {children}
          </main>
        </div>
      </div>
      <ShellOverlays commands={commands} onToggleSidebar={sidebar.toggle} onLogOut={logOut} />
    </>
  );
}

/** Shows trial and credit warnings when the account changes, each once in this browser. */
function useAccountWarnings(account: AccountView | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!account) return;
    const before = readWarned(account.id);
    for (const warning of accountWarnings(before, account)) {
      toast.warning(warning.message, {
        id: `account-${warning.id}`,
        duration: warning.durationMs,
        action: warning.upgrade
          ? { label: MESSAGES.gate.upgradeNow, onClick: () => navigate('/pricing') }
          : undefined,
      });
    }
    saveWarned(account);
  }, [account, navigate]);
}

interface ShellOverlaysProps {
  commands: ShellCommands;
  onToggleSidebar: () => void;
  onLogOut: () => void;
}

function ShellOverlays({ commands, onToggleSidebar, onLogOut }: ShellOverlaysProps) {
  const { overlay, show, singleKeys, setSingleKeys } = commands;
  const close = () => show(null);
  const paletteOpen = overlay === 'palette' || overlay === 'new-task';
  const Palette = useLoaded<PaletteProps>(paletteOpen, loadPalette, close);
  const ShortcutList = useLoaded<ShortcutListProps>(overlay === 'shortcuts', loadShortcuts, close);
  return (
    <>
      {Palette && (
        <Palette
          open={paletteOpen}
          newTask={overlay === 'new-task'}
          onClose={close}
          showTools={() => show('new-task')}
          showShortcuts={() => show('shortcuts')}
          toggleSidebar={onToggleSidebar}
          logOut={onLogOut}
        />
      )}
      {ShortcutList && (
        <ShortcutList
          open={overlay === 'shortcuts'}
          onClose={close}
          singleKeys={singleKeys}
          onSingleKeys={setSingleKeys}
        />
      )}
    </>
  );
}
