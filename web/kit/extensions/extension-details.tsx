import { Lock } from 'lucide-react';
import { Link } from 'react-router';
import { type CollectSite, FREE_COLLECT_LIMITS } from '#contract/collect-sites.ts';
import { messageOf } from '../../lib/calls.ts';
import { extensionAccess, useExtensions } from '../../lib/extensions.ts';
import { Button } from '../../ui/button.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ActivationCard } from './activation-card.tsx';
import { CollectCard } from './collect-card.tsx';
import { findGuide } from './extension-guides.ts';
import { InstallCard } from './install-card.tsx';
import { OutdatedNotice } from './outdated-notice.tsx';
import { PlanCard } from './plan-card.tsx';
import { ReadingCard } from './reading-card.tsx';
import { SampleCard } from './sample-card.tsx';

interface ExtensionDetailsProps {
  site: CollectSite;
  /** "Download Google Maps Extension" */
  downloadLabel: string;
  /** for accounts whose plan doesn't include the extension */
  upgrade: { text: string; button: string };
}

/** Everything about one extension. It shows once the plan is known, because the plan decides what is at the top. */
export function ExtensionDetails(props: ExtensionDetailsProps) {
  const { site, downloadLabel, upgrade } = props;
  const guide = findGuide(site);
  const { data, error, isFetching, refetch } = useExtensions();
  const extension = data?.extensions.find((each) => each.site === site);
  const access = extensionAccess(extension);
  if (access === 'unknown' && !error)
    return (
      <div className="grid grid-cols-1 gap-4">
        <p className="max-w-[72ch]">{guide.about}</p>
        <div role="status" aria-label="Loading your plan">
          <Skeleton className="h-40 w-full rounded-xl" />
        </div>
      </div>
    );
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="max-w-[72ch]">{guide.about}</p>
      {error && !data && (
        <LoadFailure title="We couldn't load the downloads" busy={isFetching} onRetry={() => refetch()}>
          {messageOf(error)}
        </LoadFailure>
      )}
      {access === 'none' && <UpgradeBanner {...upgrade} />}
      {extension && access !== 'none' && <OutdatedNotice site={site} latest={extension.latestVersion} />}
      {extension && access !== 'none' && (
        <InstallCard extension={extension} name={guide.site.extension.name} downloadLabel={downloadLabel} />
      )}
      {access === 'full' && (
        <ActivationCard site={site} title={guide.activationTitle ?? 'Your activation code'} />
      )}
      <CollectCard guide={guide} limited={access === 'limited' || access === 'none'} />
      {access === 'limited' && <PlanCard guide={guide} limits={extension?.limits ?? FREE_COLLECT_LIMITS} />}
      <SampleCard guide={guide} />
      <ReadingCard guide={guide} />
    </div>
  );
}

/** The prompt to upgrade, in place of the download. */
function UpgradeBanner({ text, button }: ExtensionDetailsProps['upgrade']) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border border-border bg-card px-4 py-4 md:px-5"
    >
      <Lock aria-hidden className="size-5 shrink-0 text-muted-foreground" />
      <p className="min-w-0 flex-1 basis-64 font-medium">{text}</p>
      <Button asChild className="w-full sm:w-auto">
        <Link to="/pricing">{button}</Link>
      </Button>
    </div>
  );
}
