import { GuideOverview } from '../../kit/guides/guide-overview.tsx';
import { SitePage } from '../../kit/site/site-page.tsx';

/** The public help. The dashboard has the same. */
export function Component() {
  return (
    <SitePage
      title="How To Use"
      help="From a list of websites, companies or people to contacts you can reach."
    >
      <GuideOverview base="/how-to-use" />
    </SitePage>
  );
}
