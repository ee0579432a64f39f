import { Link } from 'react-router';
import type { AccountView } from '#contract/account.ts';
import { ActivationLink } from '../../kit/activation-link.tsx';
import { Button } from '../../ui/button.tsx';
import { SettingsCard } from './settings-card.tsx';

/** Leads to the activation code of the browser extensions. */
export function ExtensionCard({ account }: { account: AccountView }) {
  const unlimited = account.plan === 'unlimited';
  return (
    <SettingsCard
      id="extensions"
      title="Browser extensions"
      help={
        unlimited
          ? 'The extensions of the scrapers ask for your activation code once.'
          : 'The extensions of the scrapers require an activation code. The unlimited plan includes one.'
      }
    >
      <div>
        {unlimited ? (
          <ActivationLink />
        ) : (
          <Button asChild variant="secondary">
            <Link to="/pricing">View pricing</Link>
          </Button>
        )}
      </div>
    </SettingsCard>
  );
}
