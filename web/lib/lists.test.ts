import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { OVERVIEW_KEY, overviewChanged } from './lists.ts';

it('keeps an overview that a page shows until the next one is there, and forgets others', async () => {
  const client = new QueryClient();
  const replies = ['before', 'after'];
  const shown = new QueryObserver(client, {
    queryKey: [...OVERVIEW_KEY, 'me'],
    queryFn: async () => replies.shift(),
  });
  const seen: unknown[] = [];
  const stop = shown.subscribe(({ data }) => seen.push(data));
  await client.refetchQueries({ queryKey: OVERVIEW_KEY });
  client.setQueryData([...OVERVIEW_KEY, 'another'], 'old');
  seen.length = 0;

  await overviewChanged(client);
  expect(client.getQueryData([...OVERVIEW_KEY, 'another'])).toBeUndefined();
  expect(shown.getCurrentResult().data).toBe('after');
  expect(seen).not.toContain(undefined);
  stop();
});
