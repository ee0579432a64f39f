import { z } from 'zod';
import type { JsonAnswer, JsonCaller } from '../http/guarded-json.ts';

/**
 * Apollo's API as far as we use it: the People API Search (https://docs.apollo.io/reference/people-api-search), which answers neither
 * emails nor whole last names and costs no credits, and the Bulk People Enrichment (https://docs.apollo.io/reference/bulk-people-enrichment),
 * which does, at a credit a person. Both throw ApolloFault.
 */
export interface ApolloApi {
  search(
    parameters: readonly [name: string, value: string][],
    page: { number: number; size: number },
    signal?: AbortSignal,
  ): Promise<FoundPage>;
  /** Whole records of at most ENRICHED_AT_ONCE people; those that Apollo has none of are left out. */
  enrich(ids: readonly string[], signal?: AbortSignal): Promise<WholePerson[]>;
}

export interface FoundPage {
  total: number;
  /** no more than were asked for; an entry that is no person is left out */
  people: FoundPerson[];
  /** it has as many entries as were asked for: another page may follow */
  full: boolean;
}

export interface ApolloApiOptions {
  caller: JsonCaller;
  apiKey: string;
  /** `https://api.apollo.io/api/v1`, except in tests */
  baseUrl?: string;
}

/** 500 pages of 100: what the search shows of any list. */
export const SEARCH_PAGE_MOST = 100;
export const SEARCH_PAGES_MOST = 500;
export const ENRICHED_AT_ONCE = 10;

/**
 * Why Apollo did not answer: `key` refused or without the right to search, `busy` until a time, the request `refused`, or `down`: no answer,
 * no JSON, a failure of its own. The message is for the operator.
 */
export class ApolloFault extends Error {
  override readonly name = 'ApolloFault';
  readonly why: 'key' | 'busy' | 'refused' | 'down';
  /** when busy */
  readonly retryAfterSeconds: number | null;

  constructor(why: ApolloFault['why'], message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.why = why;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const BASE_URL = 'https://api.apollo.io/api/v1';
const SEARCH = '/mixed_people/api_search';
const ENRICHMENT = '/people/bulk_match';
/** Limits are counted by the minute, the hour and the day. */
const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;
const LONGEST_WAIT_SECONDS = 86_400;

// One odd value costs its cell, not the person; one odd person not the page.
const text = z.string().nullish().catch(null);
const Organization = z
  .object({
    name: text,
    website_url: text,
    primary_domain: text,
    industry: text,
    estimated_num_employees: z.number().nullish().catch(null),
  })
  .nullish()
  .catch(null);

const FoundPerson = z.object({
  id: z.string().min(1),
  first_name: text,
  last_name: text,
  last_name_obfuscated: text,
  title: text,
  organization: Organization,
});
type FoundPerson = z.infer<typeof FoundPerson>;

const WholePerson = FoundPerson.extend({
  email: text,
  seniority: text,
  linkedin_url: text,
  city: text,
  state: text,
  country: text,
});
export type WholePerson = z.infer<typeof WholePerson>;

const Total = z.int().nonnegative();
const Found = z.object({
  people: z.array(FoundPerson.nullable().catch(null)),
  total_entries: Total.nullish(),
  pagination: z.object({ total_entries: Total }).nullish(),
});
const Matches = z.object({ matches: z.array(WholePerson.nullable().catch(null)) });

export function createApolloApi({ caller, apiKey, baseUrl = BASE_URL }: ApolloApiOptions): ApolloApi {
  async function ask<T>(
    path: string,
    query: readonly [string, string][],
    shape: z.ZodType<T>,
    body: object | undefined,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const answer = await caller.call(
      {
        method: 'POST',
        url: `${baseUrl}${path}?${new URLSearchParams([...query])}`,
        headers: { 'x-api-key': apiKey, 'cache-control': 'no-cache' },
        ...(body ? { body } : {}),
      },
      signal ?? new AbortController().signal,
    );
    signal?.throwIfAborted();
    const fault = faultOf(path, answer);
    if (fault) throw fault;
    const read = shape.safeParse(answer?.body);
    if (!read.success) throw somethingElse(path);
    return read.data;
  }

  return {
    async search(parameters, page, signal) {
      const query: [string, string][] = [
        ...parameters,
        ['page', String(page.number)],
        ['per_page', String(page.size)],
      ];
      const found = await ask(SEARCH, query, Found, undefined, signal);
      const listed = found.people.slice(0, page.size);
      const people = listed.filter((person) => person !== null);
      if (listed.length > 0 && people.length === 0) throw somethingElse(SEARCH);
      const total = found.total_entries ?? found.pagination?.total_entries ?? listed.length;
      return { total, people, full: listed.length === page.size };
    },
    async enrich(ids, signal) {
      const query: [string, string][] = [
        ['reveal_personal_emails', 'false'],
        ['reveal_phone_number', 'false'],
      ];
      const details = ids.map((id) => ({ id }));
      const { matches } = await ask(ENRICHMENT, query, Matches, { details }, signal);
      return matches.filter((match) => match !== null).slice(0, ids.length);
    },
  };
}

function somethingElse(path: string): ApolloFault {
  return new ApolloFault('down', `Apollo answered ${path} with something else.`);
}

function faultOf(path: string, answer: JsonAnswer): ApolloFault | null {
  if (!answer) return new ApolloFault('down', `Apollo gave no answer to ${path}, or none that is JSON.`);
  const { status } = answer;
  if (status === 200) return null;
  if (status === 401 || status === 403) {
    return new ApolloFault(
      'key',
      `Apollo refused APOLLO_API_KEY (${status}). It must be a master key, of a plan with API access.`,
    );
  }
  if (status === 429) {
    const seconds = waitOf(answer);
    return new ApolloFault('busy', `Apollo asks to wait ${seconds} s (${path}).`, seconds);
  }
  if (status < 400 || status >= 500) return new ApolloFault('down', `Apollo failed at ${path} (${status}).`);
  return new ApolloFault(
    'refused',
    `Apollo refused ${path} (${status}): ${String(answer.body).slice(0, 300)}`,
  );
}

/** Retry-After in seconds or as a date; else by the window whose requests are used up. */
function waitOf({ headers }: NonNullable<JsonAnswer>): number {
  const header = (name: string) => String(headers[name] ?? '').trim();
  const written = header('retry-after');
  const seconds = /^\d+$/.test(written) ? Number(written) : (Date.parse(written) - Date.now()) / 1000;
  if (Number.isFinite(seconds)) return Math.min(LONGEST_WAIT_SECONDS, Math.max(1, Math.ceil(seconds)));
  const usedUp = (window: string) => header(`x-${window}-requests-left`) === '0';
  return usedUp('daily') || usedUp('hourly') ? HOUR_SECONDS : MINUTE_SECONDS;
}
