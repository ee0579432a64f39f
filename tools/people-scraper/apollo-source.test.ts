import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ApolloApi, createApolloApi } from '#net/apollo/apollo-api.ts';
import { createHostResolver } from '#net/dns.ts';
import { createJsonCaller, type JsonCaller } from '#net/http/guarded-json.ts';
import {
  type ApolloPerson,
  apolloPerson,
  type FakeApollo,
  startFakeApollo,
} from '../../e2e/fixtures/fake-apollo.ts';
import { apolloSource } from './apollo-source.ts';
import type { PeopleSource } from './people-source.ts';
import { scrapePeople } from './scrape-people.ts';
import { memoryBook } from './test-book.ts';

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

const run = (from: PeopleSource, book = memoryBook(), wanted = 1000) =>
  scrapePeople(from, book, wanted, new AbortController().signal);
const enriched = () =>
  apollo.requests.flatMap(({ path, body }) =>
    path.endsWith('bulk_match') ? (body as { details: { id: string }[] }).details.map(({ id }) => id) : [],
  );

describe('people from Apollo', () => {
  it('come whole, page by page, as many as were ordered and no more is paid for', async () => {
    people = list(420);
    const book = memoryBook();
    expect(await source().count()).toBe(420);
    expect(await run(source(), book, 233)).toBe(233);
    expect(book.rows()[0]).toBe(
      'First0,Last0,Head of Sales,Firm,person0@firm.example,head,retail,France,http://www.linkedin.com/in/person-0,http://www.firm.example,120,Paris,',
    );
    expect(new Set(book.rows()).size).toBe(233);
    expect(enriched()).toEqual(people.slice(0, 233).map(({ id }) => id));
    const pages = apollo.requests.filter(({ path }) => path.endsWith('api_search')).slice(1);
    expect(pages.map(({ query }) => Object.fromEntries(query).page)).toEqual(['1', '2', '3']);
  });

  it('end where the list ends', async () => {
    people = list(200);
    expect(await run(source())).toBe(200);
    people = [];
    expect(await run(source())).toBe(0);
  });

  it('without whole records are told so before anybody pays', async () => {
    people = list(3);
    const bare = source({ enrich: false });
    expect(bare.unmapped).toEqual([
      { label: expect.stringContaining('Emails'), values: [], reason: expect.any(String) },
    ]);
    const book = memoryBook();
    expect(await run(bare, book)).toBe(3);
    expect(book.rows()[0]).toBe('First0,La***,Head of Sales,Firm,,,,,,,,,');
    expect(enriched()).toEqual([]);
  });

  it('who opted out, or of whom there is no record, are left out and not counted', async () => {
    people = [
      ...list(30),
      apolloPerson(30, { email: 'gone@else.example' }),
      apolloPerson(31, { linkedin_url: 'https://linkedin.com/in/gone' }),
      apolloPerson(32, { email: 'email_not_unlocked@domain.com' }),
    ];
    unknown.add('p4').add('p5');
    const book = memoryBook();
    const optedOut = ['gone@else.example', 'https://linkedin.com/in/gone'];
    expect(await run(source({ optedOut }), book)).toBe(29);
    expect(book.rows().filter((row) => /gone|First4,|First5,|not_unlocked/.test(row))).toEqual([]);
    expect(book.rows().at(-1)).toMatch(/^First32,Last32,Head of Sales,Firm,,head/);
  });

  it('that the pages repeat are there once and cost once', async () => {
    people = [...list(100), ...list(150)];
    const book = memoryBook();
    expect(await run(source(), book)).toBe(150);
    expect(new Set(book.rows()).size).toBe(150);
    expect(enriched()).toHaveLength(150);
  });

  it('are there once where Apollo knows a person by another id by now', async () => {
    people = list(150);
    const merged: ApolloApi = {
      search: api.search,
      enrich: async (ids, signal) =>
        (await api.enrich(ids, signal)).map((person) =>
          person.id === 'p120' ? { ...person, id: 'p7' } : person,
        ),
    };
    const book = memoryBook();
    const from = apolloSource(SEARCH, { api: merged, enrich: true, isOptedOut: async () => false });
    expect(await run(from, book)).toBe(149);
    expect(book.rows().filter((row) => row.includes('person-120'))).toEqual([]);
  });

  it('go on after a page with somebody who cannot be read', async () => {
    people = list(150);
    const holed: ApolloApi = {
      ...api,
      search: async (...asked) => {
        const found = await api.search(...asked);
        return { ...found, people: found.people.filter(({ id }) => id !== 'p40') };
      },
    };
    expect(await run(apolloSource(SEARCH, { api: holed, enrich: true, isOptedOut: async () => false }))).toBe(
      149,
    );
  });

  it('end where the search shows no more of a list', async () => {
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
    'are kept when Apollo breaks off with %o, and the rest comes later without asking twice',
    async (trouble) => {
      people = list(130);
      const book = memoryBook();
      const from = source();
      // The search, three groups, then trouble, and trouble again for whoever goes on at once.
      let calls = 0;
      const fickle: ApolloApi = {
        search: api.search,
        enrich: async (ids, signal) => {
          calls += 1;
          if (calls === 4 || calls === 5) apollo.next(trouble);
          return api.enrich(ids, signal);
        },
      };
      const broken = apolloSource(SEARCH, { api: fickle, enrich: true, isOptedOut: async () => false });
      await expect(run(broken, book)).rejects.toMatchObject({ name: 'ApolloFault' });
      expect(book.rows()).toHaveLength(30);
      apollo.requests.length = 0;
      expect(await run(from, book)).toBe(130);
      expect(new Set(book.rows()).size).toBe(130);
      expect(enriched()).toEqual(people.slice(30).map(({ id }) => id));
    },
  );
});
