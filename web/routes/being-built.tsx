import { useLocation } from 'react-router';
import { BeingBuilt } from '../features/shell/being-built.tsx';
import { comingPlace } from '../features/shell/coming-places.ts';
import { PageHeader } from '../ui/page-header.tsx';

/** The honest page of a tool that a later version brings. */
export function Component() {
  const { title, text } = comingPlace(useLocation().pathname);
  return (
    <>
      <PageHeader title={title} />
      <BeingBuilt text={text} />
    </>
  );
}
