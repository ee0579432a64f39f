import { useQuery } from '@tanstack/react-query';
import { API_KEY_CALLS } from '#contract/calls/api-key-calls.ts';
import { invoke } from '../../lib/calls.ts';

export const API_KEYS_KEY = ['api-keys'] as const;

/** The API keys of the account. Invalidate API_KEYS_KEY after a change. */
export function useApiKeys() {
  return useQuery({
    queryKey: API_KEYS_KEY,
    queryFn: ({ signal }) => invoke(API_KEY_CALLS.apiKeys, {}, { signal }),
  });
}
