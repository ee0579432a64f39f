import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createHostResolver } from '#net/dns.ts';
import { createJsonCaller, type JsonCaller } from '#net/http/guarded-json.ts';
import {
  type ApolloPerson,
  apolloPerson,
  type FakeApollo,
  startFakeApollo,
} from '../../e2e/fixtures/fake-apollo.ts';
import { apolloSource } from './apollo-source.ts';
import { type ApolloApi, createApolloApi } from './net/apollo-api.ts';
import type { PeopleSource } from './people-source.ts';
import { scrapePeople } from './scrape-people.ts';
import { memoryRunStore } from './test-run-store.ts';

let people: ApolloPerson[] = [];
const unknown = new Set<string>();
let apollo: FakeApollo;
let caller: JsonCaller;
let api: ApolloApi;
beforeAll(async () => {
  apollo = await startFakeApollo(() => people, unknown);
  const policy = { allowPrivateNetwork: true };
  caller = createJsonCaller({ resolver: createHostResolver({ dnsServers: null, policy }), policy });
  api = createApolloApi({ caller, apiKey: apollo.key, baseUrl: apollo.url });
});
afterEach(() => {
  unknown.clear();
  apollo.requests.length = 0;
});
afterAll(async () => {
  await caller.close();
  await apollo.close();
});

const list = (length: number) => Array.from({ length }, (_, n) => apolloPerson(n));
const SEARCH = {
  parameters: [['person_titles[]', 'sales'] as [string, string]],
  understood: [{ label: 'Job titles', values: ['sales'] }],
  unmapped: [],
};

function source(options: { enrich?: boolean; optedOut?: string[] } = {}): PeopleSource {
  const { enrich = true, optedOut = [] } = options;
  return apolloSource(SEARCH, {
    api,
    enrich,
    isOptedOut: async ({ emails, profile, domains }) =>
      [...emails, profile, ...domains].some((one) => optedOut.includes(one)),
  });
}

const run = (from: PeopleSource, book = memoryRunStore(), wanted = 1000) =>
  scrapePeople(from, book, wanted, new AbortController().signal);
const enriched = () =>
  apollo.requests.flatMap(({ path, body }) =>
    path.endsWith('bulk_match') ? (body as { details: { id: string }[] }).details.map(({ id }) => id) : [],
  );

describe('people from Apollo', () => {
  it('have full records, page by page, and only ordered people cost credits', async () => {
    people = list(420);
    const store = memoryRunStore();
    expect(await source().count()).toBe(420);
    expect(await run(source(), store, 233)).toBe(233);
    expect(store.rows()[0]).toBe(
      'First0,Last0,Head of Sales,Firm,person0@firm.example,head,retail,France,http://www.linkedin.com/in/person-0,http://www.firm.example,120,Paris,',
    );
    expect(new Set(store.rows()).size).toBe(233);
    expect(enriched()).toEqual(people.slice(0, 233).map(({ id }) => id));
    const pages = apollo.requests.filter(({ path }) => path.endsWith('api_search')).slice(1);
    expect(pages.map(({ query }) => Object.fromEntries(query).page)).toEqual(['1', '2', '3']);
  });

  it('end with the list', async () => {
    people = list(200);
    expect(await run(source())).toBe(200);
    people = [];
    expect(await run(source())).toBe(0);
  });

  it('without full records are marked before payment', async () => {
    people = list(3);
    const bare = source({ enrich: false });
    expect(bare.unmapped).toEqual([
      { label: expect.stringContaining('Emails'), values: [], reason: expect.any(String) },
    ]);
    const store = memoryRunStore();
    expect(await run(bare, store)).toBe(3);
    expect(store.rows()[0]).toBe('First0,La***,Head of Sales,Firm,,,,,,,,,');
    expect(enriched()).toEqual([]);
  });

  it('who opted out or have no record are skipped and not counted', async () => {
    people = [
      ...list(30),
      apolloPerson(30, { email: 'gone@else.example' }),
      apolloPerson(31, { linkedin_url: 'https://linkedin.com/in/gone' }),
      apolloPerson(32, { email: 'email_not_unlocked@domain.com' }),
    ];
    unknown.add('p4').add('p5');
    const store = memoryRunStore();
    const optedOut = ['gone@else.example', 'https://linkedin.com/in/gone'];
    expect(await run(source({ optedOut }), store)).toBe(29);
    expect(store.rows().filter((row) => /gone|First4,|First5,|not_unlocked/.test(row))).toEqual([]);
    expect(store.rows().at(-1)).toMatch(/^First32,Last32,Head of Sales,Firm,,head/);
  });

  it('on overlapping pages are stored and charged once', async () => {
    people = [...list(100), ...list(150)];
    const store = memoryRunStore();
    expect(await run(source(), store)).toBe(150);
    expect(new Set(store.rows()).size).toBe(150);
    expect(enriched()).toHaveLength(150);
  });

  it('are stored once if Apollo merged two of them', async () => {
    people = list(150);
    const merged: ApolloApi = {
      search: api.search,
      enrich: async (ids, signal) =>
        (await api.enrich(ids, signal)).map((person) =>
          person.id === 'p120' ? { ...person, id: 'p7' } : person,
        ),
    };
    const store = memoryRunStore();
    const from = apolloSource(SEARCH, { api: merged, enrich: true, isOptedOut: async () => false });
    expect(await run(from, store)).toBe(149);
    expect(store.rows().filter((row) => row.includes('person-120'))).toEqual([]);
  });

  it('continue after a page with an unreadable person', async () => {
    people = list(150);
    const holed: ApolloApi = {
      ...api,
      search: async (...request) => {
        const found = await api.search(...request);
        return { ...found, people: found.people.filter(({ id }) => id !== 'p40') };
      },
    };
    expect(await run(apolloSource(SEARCH, { api: holed, enrich: true, isOptedOut: async () => false }))).toBe(
      149,
    );
  });

  it('end at the last page of the search', async () => {
    people = list(100);
    const endless: ApolloApi = {
      ...api,
      search: async (parameters, page, signal) => ({
        ...(await api.search(parameters, { ...page, number: 1 }, signal)),
        total: 60_000,
      }),
    };
    const from = apolloSource(SEARCH, { api: endless, enrich: false, isOptedOut: async () => false });
    expect(await from.count()).toBe(50_000);
    const last = await from.page(
      { state: await from.state(), after: '500/0', most: 10_000, seen: new Set() },
      new AbortController().signal,
    );
    expect([last.records.length, last.more]).toEqual([100, false]);
  });

  it.each([[{ status: 429, headers: { 'retry-after': '3' } }], [{ status: 500 }], ['cut' as const]])(
    'are kept if Apollo fails with %o, and the rest follows without repeated requests',
    async (failure) => {
      people = list(130);
      const store = memoryRunStore();
      const from = source();
      // The search and three groups work, then two calls fail.
      let calls = 0;
      const flaky: ApolloApi = {
        search: api.search,
        enrich: async (ids, signal) => {
          calls += 1;
          if (calls === 4 || calls === 5) apollo.next(failure);
          return api.enrich(ids, signal);
        },
      };
      const broken = apolloSource(SEARCH, { api: flaky, enrich: true, isOptedOut: async () => false });
      await expect(run(broken, store)).rejects.toMatchObject({ name: 'ApolloFault' });
      expect(store.rows()).toHaveLength(30);
      apollo.requests.length = 0;
      expect(await run(from, store)).toBe(130);
      expect(new Set(store.rows()).size).toBe(130);
      expect(enriched()).toEqual(people.slice(30).map(({ id }) => id));
    },
  );
});
