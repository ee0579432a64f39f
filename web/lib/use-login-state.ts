import { useLocation, useNavigationType } from 'react-router';
import { loginState } from './origin.ts';
import { useSession } from './session.tsx';

/** Navigation state for the login page, if this page needs a session and there is none. */
export function useLoginState(): ReturnType<typeof loginState> {
  const { departure } = useSession();
  return loginState(useLocation(), { departure, back: useNavigationType() === 'POP' });
}
