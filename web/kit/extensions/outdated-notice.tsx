import type { CollectSite } from '#contract/collect-sites.ts';
import { outdatedDevices, useDevices } from '../../lib/extensions.ts';
import { Alert } from '../../ui/alert.tsx';

/** Says which connected browsers have an old version of an extension. */
export function OutdatedNotice({ site, latest }: { site: CollectSite; latest: string }) {
  const old = outdatedDevices(useDevices().data?.devices, site);
  if (old.length === 0) return null;
  const names = old.map(({ name, version }) => (version ? `${name} (version ${version})` : name));
  return (
    <Alert tone="warning" title={`Version ${latest} of this extension is available`}>
      {names.join(', ')} {old.length === 1 ? 'has' : 'have'} an older version. Download the new one, unzip it
      into the same folder, and click the reload icon on the extensions page of your browser. Your rows stay.
    </Alert>
  );
}
