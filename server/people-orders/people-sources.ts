import { CallError } from '#contract/errors.ts';
import type { PeopleSourceName } from '#contract/people-orders.ts';
import { createHostResolver } from '#net/dns.ts';
import { createJsonCaller } from '#net/http/guarded-json.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import type { LeadDeps } from '../leads/lead-search.ts';
import { isOptedOut } from '../opt-outs/opt-outs.ts';
import { apolloSource } from './apollo-source.ts';
import { databaseSource } from './database-source.ts';
import { namedTargets, readAddress } from './engine/address-fields.ts';
import { apolloParameters } from './engine/apollo-parameters.ts';
import { databaseFilters, type IndustryTags } from './engine/database-filters.ts';
import { type ApolloApi, ApolloFault, createApolloApi } from './net/apollo-api.ts';
import type { PeopleSource } from './people-source.ts';
import { findTags } from './store.ts';

type Apollo = ApolloApi & { close(): Promise<void> };

/** Apollo's API, with the server's lifetime; null without APOLLO_API_KEY. */
export interface ApolloDeps {
  apollo: Apollo | null;
}

export interface PeopleOrderDeps extends Deps, LeadDeps, ApolloDeps {}

export type SourceParts = Pick<
  PeopleOrderDeps,
  'config' | 'clock' | 'database' | 'warehouse' | 'secrets' | 'leadSearch' | 'apollo'
>;

const APOLLO_LIMIT_MS = 30_000;
/** Ten full records with their work history. */
const APOLLO_MAX_BYTES = 8 * 1024 * 1024;

/** Where records come from on this server: Apollo if its API key is set. */
export function sourceName(config: Config): PeopleSourceName {
  return config.APOLLO_API_KEY ? 'apollo' : 'database';
}

/**
 * The sources a process can read. `holdsLeads`: this process runs the built-in engine of the lead databases.
 */
export function reachableSources(config: Config, holdsLeads: boolean): readonly PeopleSourceName[] {
  return [
    ...(holdsLeads || config.CLICKHOUSE_URL ? ['database' as const] : []),
    ...(config.APOLLO_API_KEY ? ['apollo' as const] : []),
  ];
}

/** The search of a URL at a source; null if it isn't a people search URL. */
export async function openSource(
  parts: SourceParts,
  name: PeopleSourceName,
  address: string,
): Promise<PeopleSource | null> {
  const fields = readAddress(address);
  if (!fields) return null;
  if (name === 'database') {
    return databaseSource(parts, databaseFilters(fields, await industryTags(parts)));
  }
  if (!parts.apollo) throw new Error('The Apollo source needs APOLLO_API_KEY.');
  return apolloSource(apolloParameters(fields), {
    api: parts.apollo,
    enrich: parts.config.APOLLO_ENRICH,
    isOptedOut: (person) => isOptedOut(parts, person),
  });
}

/** Throws `person_opted_out` if a URL names a person or company that opted out. */
export async function refuseOptedOut(parts: SourceParts, address: string): Promise<void> {
  const { emails, profiles, domains } = namedTargets(readAddress(address) ?? []);
  const named = [{ emails, domains }, ...profiles.map((profile) => ({ profile }))];
  for (const person of named) {
    if (await isOptedOut(parts, person)) throw new CallError('person_opted_out');
  }
}

/** Opens Apollo's API without sending a request; null without APOLLO_API_KEY. */
export function openApollo(config: Config): Apollo | null {
  if (!config.APOLLO_API_KEY) return null;
  const policy = { allowPrivateNetwork: config.ALLOW_PRIVATE_NETWORK };
  const resolver = createHostResolver({ dnsServers: config.DNS_SERVERS ?? null, policy });
  const caller = createJsonCaller({
    resolver,
    policy,
    limitMs: APOLLO_LIMIT_MS,
    maxBytes: APOLLO_MAX_BYTES,
  });
  const api = createApolloApi({
    caller,
    apiKey: config.APOLLO_API_KEY,
    ...(config.APOLLO_API_BASE ? { baseUrl: config.APOLLO_API_BASE } : {}),
  });
  return {
    ...api,
    async close() {
      await caller.close();
      resolver.close();
    },
  };
}

/** The error of an Apollo request as a CallError for the client. Its cause is for the log. */
export function apolloCallError(error: unknown): unknown {
  if (!(error instanceof ApolloFault)) return error;
  if (error.why === 'refused') {
    return new CallError('unprocessable', 'Apollo doesn’t accept this search. Copy its URL again.', {
      cause: error,
    });
  }
  return new CallError('unavailable', undefined, {
    cause: error,
    ...(error.retryAfterSeconds ? { retryAfterSeconds: error.retryAfterSeconds } : {}),
  });
}

/** The industries that people search URLs name by ID, from the operator's list. */
async function industryTags({ database }: Pick<Deps, 'database'>): Promise<IndustryTags> {
  return new Map((await findTags(database.db)).map(({ id, industry }) => [id, industry]));
}
