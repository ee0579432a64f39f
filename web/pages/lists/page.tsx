import { Navigate } from 'react-router';
import { LISTS_PATH } from '../../lib/lists.ts';

/** Opens the page that has the lists now. */
export function Component() {
  return <Navigate to={LISTS_PATH} replace />;
}
