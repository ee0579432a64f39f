import { z } from 'zod';
import type { JsonAnswer, JsonCaller } from '#net/http/guarded-json.ts';

/**
 * The two Apollo endpoints we use. People API Search (https://docs.apollo.io/reference/people-api-search) is
 * free but returns neither emails nor full last names. Bulk People Enrichment
 * (https://docs.apollo.io/reference/bulk-people-enrichment) returns them for one credit per person. Both
 * throw ApolloFault.
 */
export interface ApolloApi {
  search(
    parameters: readonly [name: string, value: string][],
    page: { number: number; size: number },
    signal?: AbortSignal,
  ): Promise<FoundPage>;
  /** Full records of at most MAX_ENRICHED_PER_CALL people, without those that Apollo doesn't know. */
  enrich(ids: readonly string[], signal?: AbortSignal): Promise<FullPerson[]>;
}

export interface FoundPage {
  total: number;
  /** at most the page size; without invalid entries */
  people: FoundPerson[];
  /** the page is full, so another one may follow */
  full: boolean;
}

export interface ApolloApiOptions {
  caller: JsonCaller;
  apiKey: string;
  /** `https://api.apollo.io/api/v1`, except in tests */
  baseUrl?: string;
}

/** Apollo shows at most 500 pages of 100 people for any search. */
export const MAX_SEARCH_PAGE_SIZE = 100;
export const MAX_SEARCH_PAGES = 500;
export const MAX_ENRICHED_PER_CALL = 10;

/**
 * A failed Apollo request. `key`: the API key is invalid or lacks access. `busy`: rate limited. `refused`:
 * the request is invalid. `down`: no response, no JSON or a server error. The message is for the operator.
 */
export class ApolloFault extends Error {
  override readonly name = 'ApolloFault';
  readonly why: 'key' | 'busy' | 'refused' | 'down';
  /** set if `why` is `busy` */
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
/** Rate limits apply per minute, hour and day. */
const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;
const MAX_WAIT_SECONDS = 86_400;

// An invalid value only clears its own field, and an invalid person only drops that entry.
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

const FullPerson = FoundPerson.extend({
  email: text,
  seniority: text,
  linkedin_url: text,
  city: text,
  state: text,
  country: text,
});
export type FullPerson = z.infer<typeof FullPerson>;

const Total = z.int().nonnegative();
const Found = z.object({
  people: z.array(FoundPerson.nullable().catch(null)),
  total_entries: Total.nullish(),
  pagination: z.object({ total_entries: Total }).nullish(),
});
const Matches = z.object({ matches: z.array(FullPerson.nullable().catch(null)) });

export function createApolloApi({ caller, apiKey, baseUrl = BASE_URL }: ApolloApiOptions): ApolloApi {
  async function request<T>(
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
    const fault = answerFault(path, answer);
    if (fault) throw fault;
    const read = shape.safeParse(answer?.body);
    if (!read.success) throw unexpectedResponse(path);
    return read.data;
  }

  return {
    async search(parameters, page, signal) {
      const query: [string, string][] = [
        ...parameters,
        ['page', String(page.number)],
        ['per_page', String(page.size)],
      ];
      const found = await request(SEARCH, query, Found, undefined, signal);
      const listed = found.people.slice(0, page.size);
      const people = listed.filter((person) => person !== null);
      if (listed.length > 0 && people.length === 0) throw unexpectedResponse(SEARCH);
      const total = found.total_entries ?? found.pagination?.total_entries ?? listed.length;
      return { total, people, full: listed.length === page.size };
    },
    async enrich(ids, signal) {
      const query: [string, string][] = [
        ['reveal_personal_emails', 'false'],
        ['reveal_phone_number', 'false'],
      ];
      const details = ids.map((id) => ({ id }));
      const { matches } = await request(ENRICHMENT, query, Matches, { details }, signal);
      return matches.filter((match) => match !== null).slice(0, ids.length);
    },
  };
}

function unexpectedResponse(path: string): ApolloFault {
  return new ApolloFault('down', `Apollo returned an unexpected response for ${path}.`);
}

function answerFault(path: string, answer: JsonAnswer): ApolloFault | null {
  if (!answer) return new ApolloFault('down', `Apollo returned no JSON response for ${path}.`);
  const { status } = answer;
  if (status === 200) return null;
  if (status === 401 || status === 403) {
    return new ApolloFault(
      'key',
      `Apollo rejected APOLLO_API_KEY (${status}). Use a master key from a plan with API access.`,
    );
  }
  if (status === 429) {
    const seconds = retryDelay(answer);
    return new ApolloFault('busy', `Apollo rate-limited ${path}. Retry after ${seconds} s.`, seconds);
  }
  if (status < 400 || status >= 500)
    return new ApolloFault('down', `Apollo returned an error for ${path} (${status}).`);
  return new ApolloFault(
    'refused',
    `Apollo rejected ${path} (${status}): ${String(answer.body).slice(0, 300)}`,
  );
}

/** Reads Retry-After (seconds or a date), else derives the wait from the exhausted rate limit window. */
function retryDelay({ headers }: NonNullable<JsonAnswer>): number {
  const header = (name: string) => String(headers[name] ?? '').trim();
  const written = header('retry-after');
  const seconds = /^\d+$/.test(written) ? Number(written) : (Date.parse(written) - Date.now()) / 1000;
  if (Number.isFinite(seconds)) return Math.min(MAX_WAIT_SECONDS, Math.max(1, Math.ceil(seconds)));
  const usedUp = (window: string) => header(`x-${window}-requests-left`) === '0';
  return usedUp('daily') || usedUp('hourly') ? HOUR_SECONDS : MINUTE_SECONDS;
}
