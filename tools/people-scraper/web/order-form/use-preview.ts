import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CallError } from '#contract/errors.ts';
import { type PeopleSearchView, SEARCH_URL_MAX_CHARS } from '#contract/people-scraper.ts';
import { invoke, messageOf } from '#web/lib/calls.ts';
import { peopleScraper } from '../../definition.ts';

const READ_AFTER_MS = 400;

/** What is known of a pasted address, before anybody pays. */
export type Preview =
  | { state: 'empty' }
  | { state: 'reading' }
  /** it is no people search; `message` says what to do */
  | { state: 'refused'; message: string; tooLong: boolean }
  | { state: 'failed'; error: Error; retrying: boolean; retry: () => void }
  | { state: 'read'; search: PeopleSearchView };

/** Asks the server what it understands of an address, once the typing pauses. `readNow` does not wait for that. */
export function usePreview(address: string): { preview: Preview; readNow: () => void } {
  const [settled, setSettled] = useState(address);
  useEffect(() => {
    if (address === settled) return;
    const timer = setTimeout(() => setSettled(address), READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [address, settled]);
  const query = useQuery({
    queryKey: ['people-search-preview', settled],
    queryFn: ({ signal }) => invoke(peopleScraper.calls.preview, { apolloUrl: settled }, { signal }),
    enabled: settled !== '',
    staleTime: 60_000,
  });
  return { preview: previewOf(), readNow: () => setSettled(address) };

  function previewOf(): Preview {
    if (address === '') return { state: 'empty' };
    if (address !== settled) return { state: 'reading' };
    const { data, error, isFetching } = query;
    if (data) return { state: 'read', search: data };
    if (!error) return { state: 'reading' };
    if (error instanceof CallError && error.code === 'validation_failed')
      return {
        state: 'refused',
        message: messageOf(error),
        tooLong: settled.length > SEARCH_URL_MAX_CHARS,
      };
    return { state: 'failed', error, retrying: isFetching, retry: () => void query.refetch() };
  }
}
