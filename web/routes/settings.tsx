import { lazy, Suspense } from 'react';
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
import { PageHeader } from '../ui/page-header.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const ProvidersCard = lazy(() => import('../features/settings/providers-card.tsx'));

/** Account settings. The dashboard layout shows loading errors. */
export function Component() {
  const { data: account, error } = useAccount();
  return (
    <>
      <PageHeader title="Settings" help="Manage your profile, login and data." />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[11rem_minmax(0,48rem)] lg:gap-10">
        <SettingsNav />
        <div className="grid grid-cols-1 gap-6">
          {account ? (
            <>
              <ProfileCard account={account} />
              <EmailCard account={account} />
              <PasswordCard key={String(account.hasPassword)} account={account} />
              <TwoFactorCard account={account} />
              {clientConfig().providers.length > 0 && (
                <Suspense>
                  <ProvidersCard account={account} />
                </Suspense>
              )}
              <SessionsCard />
              <NotificationsCard />
              <BillingCard />
              <AppearanceCard />
              <ExtensionCard account={account} />
              <DataCard />
              <DeleteCard account={account} />
            </>
          ) : (
            !error && ['profile', 'email', 'password'].map((card) => <Skeleton key={card} className="h-52" />)
          )}
        </div>
      </div>
    </>
  );
}
