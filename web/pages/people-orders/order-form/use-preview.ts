import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { PEOPLE_ORDER_CALLS } from '#contract/calls/people-order-calls.ts';
import { CallError } from '#contract/errors.ts';
import { type PeopleSearchView, SEARCH_URL_MAX_CHARS } from '#contract/people-orders.ts';
import { failureMessage, invoke } from '../../../lib/calls.ts';

const READ_AFTER_MS = 400;

/** The state of the preview of a pasted search URL. */
export type Preview =
  | { state: 'empty' }
  | { state: 'reading' }
  /** it isn't a valid people search; `message` is the server's reason */
  | { state: 'refused'; message: string; tooLong: boolean }
  | { state: 'failed'; error: Error; retrying: boolean; retry: () => void }
  | { state: 'read'; search: PeopleSearchView };

/** Previews a search URL once typing pauses. `readNow` doesn't wait for the pause. */
export function usePreview(url: string): { preview: Preview; readNow: () => void } {
  const [settled, setSettled] = useState(url);
  useEffect(() => {
    if (url === settled) return;
    const timer = setTimeout(() => setSettled(url), READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [url, settled]);
  const query = useQuery({
    queryKey: ['people-search-preview', settled],
    queryFn: ({ signal }) =>
      invoke(PEOPLE_ORDER_CALLS.peopleSearchPreview, { apolloUrl: settled }, { signal }),
    enabled: settled !== '',
    staleTime: 60_000,
  });
  return { preview: currentPreview(), readNow: () => setSettled(url) };

  function currentPreview(): Preview {
    if (url === '') return { state: 'empty' };
    if (url !== settled) return { state: 'reading' };
    const { data, error, isFetching } = query;
    if (data) return { state: 'read', search: data };
    if (!error) return { state: 'reading' };
    if (error instanceof CallError && error.code === 'validation_failed')
      return {
        state: 'refused',
        message: failureMessage(error),
        tooLong: settled.length > SEARCH_URL_MAX_CHARS,
      };
    return { state: 'failed', error, retrying: isFetching, retry: () => void query.refetch() };
  }
}
