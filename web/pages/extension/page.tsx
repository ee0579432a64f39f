import { siteName } from '#extension/sites.ts';
import { ExtensionDetails } from '../../kit/extensions/extension-details.tsx';
import type { SiteRoute } from '../../site-pages.ts';
import { PageHeader } from '../../ui/page-header.tsx';

/** The page of one extension. */
export function ExtensionPage({ page: { site, title, help } }: { page: SiteRoute }) {
  return (
    <>
      <PageHeader title={title} help={help} />
      <ExtensionDetails
        site={site}
        downloadLabel={`Download ${siteName(site)} Extension`}
        upgrade={{
          text: `${title} is part of the unlimited plan. Upgrade to download the extension and collect as many rows as you want.`,
          button: 'Upgrade Plan',
        }}
      />
    </>
  );
}
