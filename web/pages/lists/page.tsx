import { ListOverview } from '../../kit/lists/list-overview.tsx';
import { lists } from './page.ts';

/** All saved lists. */
export function Component() {
  return <ListOverview title={lists.title ?? ''} help={lists.description ?? ''} />;
}
