import { lazy, Suspense, useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { AccountView } from '#contract/account.ts';
import { AppearanceCard } from '../features/settings/appearance-card.tsx';
import { BillingCard } from '../features/settings/billing-card.tsx';
import { DataCard } from '../features/settings/data-card.tsx';
import { DeleteCard } from '../features/settings/delete-card.tsx';
import { EmailCard } from '../features/settings/email-card.tsx';
import { ExtensionCard } from '../features/settings/extension-card.tsx';
import { NotificationsCard } from '../features/settings/notifications-card.tsx';
import { PasswordCard } from '../features/settings/password-card.tsx';
import { ProfileCard } from '../features/settings/profile-card.tsx';
import { SessionsCard } from '../features/settings/sessions-card.tsx';
import { SettingsNav } from '../features/settings/settings-nav.tsx';
import { TwoFactorCard } from '../features/settings/two-factor-card.tsx';
import { useAccount } from '../lib/account.ts';
import { clientConfig } from '../lib/config.ts';
import { type SettingsTab, settingsTab } from '../lib/settings-tabs.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const ProvidersCard = lazy(() => import('../features/settings/providers-card.tsx'));

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
        title="Settings"
        tabTitle={tab.id === 'profile' ? 'Settings' : `${tab.title} settings`}
        help="Manage your profile, login and data."
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
          <PasswordCard key={String(account.hasPassword)} account={account} />
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
