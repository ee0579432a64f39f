import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import type { CollectSite } from '#contract/collect-sites.ts';
import { useActivationCode } from '../../lib/activation.ts';
import { messageOf } from '../../lib/calls.ts';
import { useDevices } from '../../lib/extensions.ts';
import { formatDay, plural } from '../../lib/format.ts';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ActivationCode } from '../activation-code.tsx';

/** The activation code, and the browsers that one extension connected with it. */
export function ActivationCard({ site, title }: { site: CollectSite; title: string }) {
  const { data, error, isFetching, refetch } = useActivationCode();
  const connected = useDevices().data?.devices.filter((device) => device.site === site) ?? [];
  return (
    <Card>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-4">
        <p className="max-w-[72ch] text-muted-foreground">
          Paste your activation code into the panel of the extension. Each browser needs it once. Anyone who
          has the code can use your plan, so keep it to yourself.
        </p>
        {error && !data && (
          <LoadFailure
            title="We couldn't load your activation code"
            busy={isFetching}
            onRetry={() => refetch()}
          >
            {messageOf(error)}
          </LoadFailure>
        )}
        {!data && !error && <Skeleton className="h-9 w-full max-w-md" />}
        {data && (data.code ? <ActivationCode code={data.code} /> : <p>{data.message}</p>)}
        {connected.length > 0 && (
          <p className="flex items-start gap-2 text-sm">
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
            <span className="min-w-0 wrap-anywhere">
              {plural(connected.length, 'browser')} connected, last used on{' '}
              {formatDay(connected[0]?.lastUsedAt ?? '')}.{' '}
              <Link to="/dashboard/settings#extensions" className="text-accent underline underline-offset-4">
                Manage in Settings
              </Link>
            </span>
          </p>
        )}
      </CardContent>
    </Card>
  );
}
