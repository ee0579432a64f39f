import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useId } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import type { AccountView } from '#contract/account.ts';
import { ACCOUNT_CALLS } from '#contract/calls/account-calls.ts';
import { LONG_TASK_MINUTES } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { THEME_OPTIONS } from '../../kit/theme-options.ts';
import { useAccount } from '../../lib/account.ts';
import { useBilling, useBillingPortal } from '../../lib/billing.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { cn } from '../../lib/class-names.ts';
import { clientConfig } from '../../lib/config.ts';
import { SETTINGS_TABS, type SettingsTab, settingsTab } from '../../lib/settings-tabs.ts';
import { chooseTheme, useTheme } from '../../lib/theme.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Label } from '../../ui/label.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { DataCard, DeleteCard } from './data-card.tsx';
import { EmailCard } from './email-card.tsx';
import { ExtensionCard } from './extension-card.tsx';
import { settings } from './page.ts';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { SettingsCard } from './settings-card.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';

const AiKeyCard = lazy(() => import('./ai-key-card.tsx'));
const ProvidersCard = lazy(() => import('./providers-card.tsx'));

/** Account settings, a tab at a time. The dashboard layout shows loading errors. */
export function Component() {
  const { data: account, error } = useAccount();
  const [params] = useSearchParams();
  const { hash } = useLocation();
  const tab = settingsTab(params, hash);
  const loaded = account !== undefined;
  useEffect(() => {
    // The router looked for the section before the account had loaded.
    if (loaded && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [loaded, hash]);
  return (
    <>
      <PageHeader
        title={settings.title}
        tabTitle={tab.id === 'profile' ? settings.title : `${tab.title} settings`}
        help={settings.description}
      />
      <SettingsNav open={tab} />
      <div className="grid max-w-3xl grid-cols-1 gap-6">
        {account ? (
          <Cards tab={tab.id} account={account} />
        ) : (
          !error && ['first', 'second'].map((card) => <Skeleton key={card} className="h-52" />)
        )}
      </div>
    </>
  );
}

function Cards({ tab, account }: { tab: SettingsTab['id']; account: AccountView }) {
  switch (tab) {
    case 'profile':
      return (
        <>
          <ProfileCard account={account} />
          <EmailCard account={account} />
          <AppearanceCard />
        </>
      );
    case 'security':
      return (
        <>
          <PasswordCard account={account} />
          <TwoFactorCard account={account} />
          {clientConfig().providers.length > 0 && (
            <Suspense>
              <ProvidersCard account={account} />
            </Suspense>
          )}
          <SessionsCard />
        </>
      );
    case 'notifications':
      return <NotificationsCard />;
    case 'billing':
      return <BillingCard />;
    case 'ai':
      return (
        <Suspense fallback={<Skeleton className="h-52" />}>
          <AiKeyCard />
        </Suspense>
      );
    case 'extensions':
      return <ExtensionCard account={account} />;
    case 'data':
      return (
        <>
          <DataCard />
          <DeleteCard account={account} />
        </>
      );
  }
}

/** Links to the parts of the settings page, in as many rows as they need: in one, they look like tabs. */
function SettingsNav({ open }: { open: SettingsTab }) {
  return (
    <nav aria-label="Settings" className="mb-6 flex flex-wrap gap-x-1 border-b border-border max-lg:pb-2">
      {SETTINGS_TABS.map(({ id, title }) => (
        <Link
          key={id}
          to={{ search: `?tab=${id}` }}
          preventScrollReset
          aria-current={id === open.id ? 'page' : undefined}
          className={cn(
            'inline-flex h-10 shrink-0 items-center px-3 font-medium transition-colors focus-visible:-outline-offset-2 max-lg:rounded-md lg:border-b-2',
            id === open.id
              ? 'text-foreground max-lg:bg-muted lg:border-accent'
              : 'text-muted-foreground lg:border-transparent hover:text-foreground',
          )}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}

function AppearanceCard() {
  const theme = useTheme();
  return (
    <SettingsCard
      id="appearance"
      title="Appearance"
      help="Applies to this browser. System follows your computer or phone."
    >
      <fieldset className="grid max-w-md grid-cols-3 gap-2 sm:gap-3">
        <legend className="sr-only">Theme</legend>
        {THEME_OPTIONS.map(({ theme: option, label, icon: Icon }) => (
          <label
            key={option}
            className="flex cursor-pointer flex-col gap-3 rounded-lg border border-border p-3 transition-colors hover:bg-muted has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring"
          >
            <span className="flex items-center justify-between">
              <Icon aria-hidden className="size-4 text-muted-foreground" />
              <input
                type="radio"
                name="theme"
                value={option}
                checked={theme === option}
                onChange={() => chooseTheme(option)}
                className="size-4 accent-(--accent) outline-none"
              />
            </span>
            <span className="font-medium">{label}</span>
          </label>
        ))}
      </fieldset>
    </SettingsCard>
  );
}

const MAIL_SETTINGS_KEY = ['mail-settings'] as const;

function NotificationsCard() {
  const id = useId();
  const queries = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: MAIL_SETTINGS_KEY,
    queryFn: ({ signal }) => invoke(ACCOUNT_CALLS.mailSettings, {}, { signal }),
  });
  const save = useMutation({
    mutationFn: (longTasks: boolean) => invoke(ACCOUNT_CALLS.saveMailSettings, { longTasks }),
    onSuccess: (saved) => {
      queries.setQueryData(MAIL_SETTINGS_KEY, saved);
      toast.success(MESSAGES.settings.mailSaved);
    },
    onError: (error) => toast.error(failureMessage(error)),
  });
  const shown = save.isPending ? save.variables : (data?.longTasks ?? false);
  return (
    <SettingsCard
      id="notifications"
      title="Notifications"
      help="Emails about your account's security are always sent."
    >
      {error && !data && (
        <LoadFailure title="We couldn't load this setting" busy={isFetching} onRetry={() => refetch()}>
          {failureMessage(error)}
        </LoadFailure>
      )}
      <div className="flex items-start justify-between gap-4">
        <div className="grid gap-0.5">
          <Label htmlFor={id}>Email me when a long task ends</Label>
          <p className="text-sm text-muted-foreground">
            One email per task, if the task took {LONG_TASK_MINUTES} minutes or more
          </p>
        </div>
        <Switch
          id={id}
          checked={shown}
          disabled={!data}
          onCheckedChange={(checked) => save.mutate(checked)}
        />
      </div>
    </SettingsCard>
  );
}

function BillingCard() {
  const { data: billing } = useBilling();
  const portal = useBillingPortal();
  const subscribed = Boolean(billing?.subscription);
  return (
    <SettingsCard
      id="billing"
      title="Billing"
      help={
        subscribed
          ? 'In the billing portal, you can download your invoices, add your tax ID and billing address, change your card, and cancel. The receipts of orders of records are on Usage and billing.'
          : 'Once you subscribe, you can download your invoices and add your tax ID in the billing portal. The receipts of orders of records are on Usage and billing.'
      }
    >
      <div className="flex flex-wrap gap-3">
        {subscribed && (
          <Button variant="secondary" busy={portal.isPending} onClick={() => portal.mutate()}>
            Invoices and tax ID
          </Button>
        )}
        <Button asChild variant={subscribed ? 'ghost' : 'secondary'}>
          <Link to="/dashboard/usage">View usage</Link>
        </Button>
      </div>
    </SettingsCard>
  );
}
