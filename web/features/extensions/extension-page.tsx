import { SITE_NAMES } from '../../lib/site-names.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ExtensionDetails } from './extension-details.tsx';
import { EXTENSION_PAGES, type ExtensionPath } from './extension-pages.ts';

/** The page of one extension. */
export function ExtensionPage({ path }: { path: ExtensionPath }) {
  const { site, title, help } = EXTENSION_PAGES[path];
  return (
    <>
      <PageHeader title={title} help={help} />
      <ExtensionDetails
        site={site}
        downloadLabel={`Download ${SITE_NAMES[site]} Extension`}
        upgrade={{
          text: `${title} is part of the unlimited plan. Upgrade to download the extension and collect as many rows as you want.`,
          button: 'Upgrade Plan',
        }}
        activationTitle={site === 'google-maps' ? 'Unlimited access' : undefined}
      />
    </>
  );
}
