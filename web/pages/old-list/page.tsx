import { Navigate, useParams } from 'react-router';
import { listPath } from '../../lib/lists.ts';

/** Opens the list at the address that it has now. */
export function Component() {
  return <Navigate to={listPath(useParams().id ?? '')} replace />;
}
