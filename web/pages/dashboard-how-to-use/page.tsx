import { GuideOverview } from '../../kit/guides/guide-overview.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

/** How To Use in the dashboard. */
export function Component() {
  return (
    <>
      <PageHeader
        title="How To Use"
        help="From a list of websites, companies or people to contacts you can reach."
      />
      <GuideOverview base="/dashboard/how-to-use" />
    </>
  );
}
