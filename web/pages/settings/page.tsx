import { lazy, Suspense, useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { AccountView } from '#contract/account.ts';
import { useAccount } from '../../lib/account.ts';
import { clientConfig } from '../../lib/config.ts';
import { type SettingsTab, settingsTab } from '../../lib/settings-tabs.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AppearanceCard } from './appearance-card.tsx';
import { BillingCard } from './billing-card.tsx';
import { DataCard } from './data-card.tsx';
import { DeleteCard } from './delete-card.tsx';
import { EmailCard } from './email-card.tsx';
import { ExtensionCard } from './extension-card.tsx';
import { NotificationsCard } from './notifications-card.tsx';
import { settings } from './page.ts';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { SettingsNav } from './settings-nav.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';

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
