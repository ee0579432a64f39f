import { useQuery } from '@tanstack/react-query';
import { CALLS } from '#contract/calls.ts';
import { invoke } from '../../lib/calls.ts';

export const SIGN_IN_METHODS_KEY = ['sign-in-methods'] as const;

/** How the account logs in. */
export function useSignInMethods() {
  return useQuery({
    queryKey: SIGN_IN_METHODS_KEY,
    queryFn: ({ signal }) => invoke(CALLS.signInMethods, {}, { signal }),
  });
}
