import { GuideOverview } from '../../kit/guides/guide-overview.tsx';
import { SitePage } from '../../kit/site/site-page.tsx';
import { howToUse } from './page.ts';

/** The public help. The dashboard has the same. */
export function Component() {
  return (
    <SitePage
      title={howToUse.title}
      help="From a list of websites, companies or people to contacts you can reach."
    >
      <GuideOverview base="/how-to-use" />
    </SitePage>
  );
}
