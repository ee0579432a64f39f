import { Download } from 'lucide-react';
import type { CollectSite } from '#contract/collect-sites.ts';
import { messageOf } from '../../lib/calls.ts';
import { useExtensionDownload, useExtensions } from '../../lib/extensions.ts';
import { Button } from '../../ui/button.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { OperatorContact } from '../operator-contact.tsx';
import { BROWSER_NAMES } from './browser-names.ts';

/** The downloads of one extension, without install steps. */
export function QuickDownload({ site }: { site: CollectSite }) {
  const { data, error, isFetching, refetch } = useExtensions();
  const download = useExtensionDownload();
  const extension = data?.extensions.find((each) => each.site === site);
  if (error && !data)
    return (
      <LoadFailure title="We couldn't load the downloads" busy={isFetching} onRetry={() => refetch()}>
        {messageOf(error)}
      </LoadFailure>
    );
  if (!data) return <Skeleton className="h-9 w-full max-w-sm" />;
  if (!extension?.allowed || extension.packages.length === 0)
    return (
      <p className="text-muted-foreground">
        This server has no package to download. <OperatorContact />
      </p>
    );
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      {extension.packages.map(({ browser }) => (
        <Button
          key={browser}
          variant="secondary"
          busy={download.isPending && download.variables.browser === browser}
          onClick={() => download.mutate({ site, browser })}
        >
          <Download aria-hidden />
          {BROWSER_NAMES[browser]}
        </Button>
      ))}
      <p className="text-sm text-muted-foreground tabular-nums">Version {extension.latestVersion}</p>
    </div>
  );
}
