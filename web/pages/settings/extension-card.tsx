import { Link } from 'react-router';
import type { AccountView } from '#contract/account.ts';
import { ActivationCode } from '../../kit/activation-code.tsx';
import { useActivationCode } from '../../lib/activation.ts';
import { messageOf } from '../../lib/calls.ts';
import { Button } from '../../ui/button.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CodeRotation } from './code-rotation.tsx';
import { DeviceList } from './device-list.tsx';
import { SettingsCard } from './settings-card.tsx';

/** The activation code of the browser extensions, and the browsers that are connected with it. */
export function ExtensionCard({ account }: { account: AccountView }) {
  const included = account.plan !== 'free' || account.isStaff;
  const { data, error, isFetching, refetch } = useActivationCode();
  return (
    <SettingsCard
      id="extensions"
      title="Browser extensions"
      help={
        included
          ? "Your activation code connects the scraper extensions to your account. Disconnect any browser you don't recognize, then replace the code."
          : 'The scraper extensions need an activation code. The unlimited plan includes one.'
      }
    >
      {error && !data && (
        <LoadFailure
          title="We couldn't load your activation code"
          busy={isFetching}
          onRetry={() => refetch()}
        >
          {messageOf(error)}
        </LoadFailure>
      )}
      {included && !data && !error && <Skeleton className="h-9 w-full max-w-md" />}
      {data?.code && <ActivationCode code={data.code} />}
      <DeviceList />
      {data?.code && <CodeRotation />}
      {!included && (
        <div>
          <Button asChild variant="secondary">
            <Link to="/pricing">View pricing</Link>
          </Button>
        </div>
      )}
    </SettingsCard>
  );
}
