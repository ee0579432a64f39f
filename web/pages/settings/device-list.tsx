import type { DeviceView } from '#contract/devices.ts';
import { siteName } from '#extension/sites.ts';
import { messageOf } from '../../lib/calls.ts';
import { useDeviceRevoke, useDevices } from '../../lib/extensions.ts';
import { formatDate } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The browsers that extensions connected, each with a button that ends the connection. */
export function DeviceList() {
  const { data, error, isFetching, refetch } = useDevices();
  const revoke = useDeviceRevoke();
  if (error && !data)
    return (
      <LoadFailure
        title="We couldn't load your connected browsers"
        busy={isFetching}
        onRetry={() => refetch()}
      >
        {messageOf(error)}
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

interface DeviceRowProps {
  device: DeviceView;
  busy: boolean;
  onRevoke: () => void;
}

function DeviceRow({ device, busy, onRevoke }: DeviceRowProps) {
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
