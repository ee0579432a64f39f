import { PageHeader } from '../../ui/page-header.tsx';
import { schedules } from './page.ts';
import { SchedulesCard } from './schedules-card.tsx';

/** Work that repeats, and what each run found. */
export function Component() {
  return (
    <>
      <PageHeader title={schedules.title} help={schedules.description} />
      <SchedulesCard />
    </>
  );
}
