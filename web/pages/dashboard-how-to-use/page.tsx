import { GuideOverview } from '../../kit/guides/guide-overview.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { dashboardHowToUse } from './page.ts';

/** How To Use in the dashboard. */
export function Component() {
  return (
    <>
      <PageHeader title={dashboardHowToUse.title} help={dashboardHowToUse.description} />
      <GuideOverview base="/dashboard/how-to-use" />
    </>
  );
}
