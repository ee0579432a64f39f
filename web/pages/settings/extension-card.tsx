import { useState } from 'react';
import { Link } from 'react-router';
import type { AccountView } from '#contract/account.ts';
import type { DeviceView } from '#contract/devices.ts';
import { siteName } from '#extension/sites.ts';
import { ActivationCode } from '../../kit/activation-code.tsx';
import { useActivationCode } from '../../lib/activation.ts';
import { failureMessage } from '../../lib/calls.ts';
import { useCodeRotation, useDeviceRevoke, useDevices } from '../../lib/extensions.ts';
import { formatDate } from '../../lib/format.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useRestoredFocus } from '../../ui/use-restored-focus.ts';
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
          {failureMessage(error)}
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

/** The browsers that extensions connected, each with a button that ends the connection. */
function DeviceList() {
  const { data, error, isFetching, refetch } = useDevices();
  const revoke = useDeviceRevoke();
  if (error && !data)
    return (
      <LoadFailure
        title="We couldn't load your connected browsers"
        busy={isFetching}
        onRetry={() => refetch()}
      >
        {failureMessage(error)}
      </LoadFailure>
    );
  if (!data) return <Skeleton className="h-14 w-full" />;
  if (data.devices.length === 0)
    return <p className="text-muted-foreground">No browsers are connected yet.</p>;
  return (
    <ul aria-label="Connected browsers" className="divide-y divide-border rounded-lg border border-border">
      {data.devices.map((device) => (
        <DeviceRow
          key={device.id}
          device={device}
          busy={revoke.isPending && revoke.variables === device.id}
          onRevoke={() => revoke.mutate(device.id)}
        />
      ))}
    </ul>
  );
}

function DeviceRow({ device, busy, onRevoke }: { device: DeviceView; busy: boolean; onRevoke: () => void }) {
  const { name, site, version, outdated, lastUsedAt } = device;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {name}
          {outdated && <Badge tone="warning">Update available</Badge>}
        </p>
        <p className="text-sm text-muted-foreground">
          {siteName(site)}
          {version && ` ${version}`} · Last used {formatDate(lastUsedAt)}
        </p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        busy={busy}
        onClick={onRevoke}
        aria-label={`Disconnect ${name}, ${siteName(site)}`}
      >
        Disconnect
      </Button>
    </li>
  );
}

/** Replaces the activation code after a confirmation. */
function CodeRotation() {
  const [open, setOpen] = useState(false);
  const rotation = useCodeRotation();
  const box = useRestoredFocus<HTMLDivElement>(open);
  return (
    <div ref={box} tabIndex={-1} className="grid gap-3 outline-none">
      {rotation.error && <Alert tone="danger">{failureMessage(rotation.error)}</Alert>}
      {open ? (
        <Alert
          tone="warning"
          title="Replace your activation code?"
          action={
            <>
              <Button
                variant="danger"
                size="sm"
                busy={rotation.isPending}
                onClick={() => rotation.mutate(undefined, { onSuccess: () => setOpen(false) })}
              >
                Replace code
              </Button>
              <Button variant="ghost" size="sm" onClick={() => setOpen(false)}>
                Keep it
              </Button>
            </>
          }
        >
          All devices will be disconnected, and the old code stops working. Each browser needs the new code.
        </Alert>
      ) : (
        <div>
          <Button variant="secondary" onClick={() => setOpen(true)}>
            Replace activation code
          </Button>
        </div>
      )}
    </div>
  );
}
