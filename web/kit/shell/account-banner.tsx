import { CircleAlert, Info } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Link, useLocation } from 'react-router';
import type { AccountView } from '#contract/account.ts';
import { useBillingPortal } from '../../lib/billing.ts';
import { cn } from '../../lib/class-names.ts';
import { settingsTab } from '../../lib/settings-tabs.ts';
import { type Persistence, usePersistedState } from '../../lib/use-persisted-state.ts';
import { Button } from '../../ui/button.tsx';
import { accountNotice } from './account-notice.ts';

/**
 * What the account has to do, above every page of the dashboard, until it is done.
 */
export function AccountBanner({ userId, account }: { userId: string; account: AccountView }) {
  const [hidesPassword, setHidesPassword] = useHiddenPasswordNotice(userId);
  switch (accountNotice(account, Date.now())) {
    case 'payment-due':
      return (
        <Banner urgent action={<PortalButton />}>
          Your last payment failed, so your plan is on hold until it is paid.
        </Banner>
      );
    case 'trial-ended':
      return (
        <Banner urgent action={<PageButton to="/pricing">Upgrade to Unlimited</PageButton>}>
          Your free trial is over. To keep using the tools, upgrade your plan.
        </Banner>
      );
    case 'password-ended':
      return hidesPassword ? null : (
        <Banner
          action={
            <>
              <PageButton to="/dashboard/settings#password">Set a new password</PageButton>
              <Button size="sm" variant="ghost" onClick={() => setHidesPassword(true)}>
                Hide
              </Button>
            </>
          }
        >
          You confirmed your email address, so the password that was set before no longer works.
        </Banner>
      );
    case 'email-needed':
      return <ConfirmBanner>Confirm your email address to start your trial.</ConfirmBanner>;
    case 'email-unconfirmed':
      return <ConfirmBanner>Confirm your email address, so that no one else can claim it.</ConfirmBanner>;
    default:
      return null;
  }
}

function ConfirmBanner({ children }: { children: ReactNode }) {
  return (
    <Banner action={<PageButton to="/dashboard/settings#email">Confirm email address</PageButton>}>
      {children}
    </Banner>
  );
}

/** Those who log in without a password don't need another one. */
function useHiddenPasswordNotice(userId: string) {
  const persistence = useMemo(
    (): Persistence<boolean> => ({
      key: `password notice hidden ${userId}`,
      parse: (saved) => saved === 'yes',
      format: (hidden) => (hidden ? 'yes' : null),
      atOnce: () => true,
    }),
    [userId],
  );
  return usePersistedState(persistence);
}

function Banner({
  urgent = false,
  action,
  children,
}: {
  urgent?: boolean;
  action: ReactNode;
  children: ReactNode;
}) {
  const Icon = urgent ? CircleAlert : Info;
  return (
    <section
      aria-label="Account notice"
      className={cn(
        'flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-2 md:px-6 print:hidden',
        urgent ? 'border-warning/30 bg-warning-soft' : 'border-border bg-card',
      )}
    >
      <Icon
        aria-hidden
        className={cn('size-4 shrink-0', urgent ? 'text-warning' : 'text-muted-foreground')}
      />
      <p className="min-w-0 flex-1 basis-48">{children}</p>
      {action}
    </section>
  );
}

function PortalButton() {
  const portal = useBillingPortal();
  return (
    <Button size="sm" busy={portal.isPending} onClick={() => portal.mutate()}>
      Update payment method
    </Button>
  );
}

/** A button that opens another page, or a section of the settings. Where it leads to, it isn't needed. */
function PageButton({ to, children }: { to: string; children: string }) {
  const { pathname, search, hash } = useLocation();
  const [page, section] = to.split('#');
  const shown =
    section === undefined ||
    settingsTab(new URLSearchParams(search), hash) === settingsTab(new URLSearchParams(), `#${section}`);
  if (pathname === page && shown) return null;
  return (
    <Button asChild size="sm" variant="secondary">
      <Link to={to}>{children}</Link>
    </Button>
  );
}
