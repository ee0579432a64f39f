import { Fragment } from 'react';
import { matchPath, useLocation } from 'react-router';
import { siteName } from '#extension/sites.ts';
import { ExtensionDetails } from '../../kit/extensions/extension-details.tsx';
import { findGuide } from '../../kit/extensions/extension-guides.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { extensionPages } from './page.ts';

/** The page of one extension. */
export function Component() {
  const { pathname } = useLocation();
  const page = extensionPages.find(({ path }) => matchPath(path, pathname));
  if (!page) throw new Error(`There is no extension at ${pathname}.`);
  const { site, title } = page;
  return (
    <Fragment key={site}>
      <PageHeader title={title} help={findGuide(site).about} />
      <ExtensionDetails
        site={site}
        downloadLabel={`Download ${siteName(site)} Extension`}
        upgrade={{
          text: `${title} is part of the unlimited plan. Upgrade to download the extension.`,
          button: 'Upgrade Plan',
        }}
      />
    </Fragment>
  );
}
