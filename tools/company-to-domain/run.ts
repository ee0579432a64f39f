import { LINKEDIN_DOMAINS } from '#engines/list-items/linkedin.ts';
import type { Owner } from '#net/cpu-shares.ts';
import { createHostResolver } from '#net/dns.ts';
import { createPageFetcher, type PageFetcherOptions } from '#net/fetch-page.ts';
import { createJsonCaller } from '#net/http/guarded-json.ts';
import { type BoundedQueue, streamResults } from '../list-tool/stream-results.ts';
import type { Tool, ToolItem, ToolOutcome } from '../tool.ts';
import { type CompanyRow, companyToDomain, parseCompanyInput } from './definition.ts';
import type { CompanyIndex } from './engine/company-index.ts';
import { shardKey } from './engine/item-keys.ts';
import type { LearnedOrder } from './engine/learn-order.ts';
import { createCompanyProvider } from './net/company-provider.ts';
import { createRegistrations } from './net/registrations.ts';
import { type FinderParts, type Finding, findDomain, lookUpKeys } from './run/find-domain.ts';
import { loadCompanyIndex } from './run/load-index.ts';
import type { CompanyPorts, KnownCompany } from './run/ports.ts';
import { createSiteReader } from './run/site-reader.ts';

/** What the configuration says to the run: plain values, which another thread gets as copies. */
export interface CompanyRunOptions extends PageFetcherOptions {
  /** port of the homepages of domains; null for the standard ports */
  webPort: number | null;
  provider: {
    url: string;
    key: string | null;
    /** 20 seconds by default */
    limitMs?: number;
  } | null;
  /** fetch and verify the logos of found domains */
  withLogos: boolean;
}

type Outcome = ToolOutcome<CompanyRow>;

/** Names worked at once. Most wait for the network. */
const NAMES_AT_ONCE = 48;
/** Names looked up in the operator's table and the leads at once. */
const KNOWN_AT_ONCE = 50;
const MAX_READY = 200;
/** Names look at several hosts, and a host's logo may come much later than its page. */
const ROBOTS_ORIGINS = 10_000;
const PROVIDER_LIMIT_MS = 20_000;
const INTERNAL = 'An error on our side stopped this name';
const NOTHING_KNOWN: KnownCompany = { operator: [], leads: [], presets: [] };

/** Domains of companies by their names. */
export function createRun(options: CompanyRunOptions, ports: CompanyPorts): Tool<CompanyRow> {
  return createRunOn(loadCompanyIndex(), options, ports);
}

/** The same with another index, for benchmarks. */
export function createRunOn(
  index: CompanyIndex,
  options: CompanyRunOptions,
  ports: CompanyPorts,
): Tool<CompanyRow> {
  const policy = { allowPrivateNetwork: options.allowPrivateNetwork };
  const fetcher = createPageFetcher({
    robotsOrigins: ROBOTS_ORIGINS,
    avoidedSites: LINKEDIN_DOMAINS,
    ...options,
  });
  const resolver = createHostResolver({ dnsServers: options.dnsServers, policy });
  const registrations = createRegistrations({ dnsServers: options.dnsServers });
  const caller = createJsonCaller({
    resolver,
    policy,
    limitMs: options.provider?.limitMs ?? PROVIDER_LIMIT_MS,
  });
  const parts: Omit<FinderParts, 'order'> = {
    sites: createSiteReader({ fetcher, resolver, registrations, port: options.webPort }),
    index,
    provider: options.provider && createCompanyProvider({ caller, ...options.provider }),
    logo: options.withLogos ? { fetcher, logos: ports.logos } : null,
  };

  /** The parts for one owner, whose requests take its share of the connections. */
  function ownerParts(owner: Owner, order: LearnedOrder | null): FinderParts {
    const { sites, logo } = parts;
    return {
      ...parts,
      order,
      sites: {
        registration: (domain) => sites.registration(domain, owner),
        exists: (domain) => sites.exists(domain, owner),
        read: (domain, signal) => sites.read(domain, signal, owner),
      },
      logo: logo && {
        ...logo,
        fetcher: { fetchImage: (url, image) => fetcher.fetchImage(url, { ...image, owner }) },
      },
    };
  }

  async function work(
    names: IterableIterator<ToolItem>,
    known: (item: ToolItem) => Promise<KnownCompany>,
    owned: FinderParts,
    signal: AbortSignal,
    ready: BoundedQueue<Outcome>,
  ): Promise<void> {
    for (const item of names) {
      await ready.room();
      if (signal.aborted) return;
      const input = parseCompanyInput(item.input);
      // A database that is away ends the run, which is tried again.
      const company = await known(item);
      // A bug of ours fails one row, not the run. Failures of the web are values, not exceptions.
      const finding: Finding | null = await findDomain(input, company, owned, signal).catch(() => ({
        row: companyToDomain.task.failureRow(item.input, INTERNAL).row,
        found: false,
        failed: true,
        billable: false,
      }));
      if (!finding) return;
      const { row, found, failed, billable } = finding;
      ready.push({ position: item.position, row, found, failed, billable });
    }
  }

  return {
    type: 'company-to-domain',
    shardKey,
    async *run(items, signal, { owner = null } = {}) {
      const known = knownLoader(items, ports);
      const owned = ownerParts(owner, await ports.order.learned());
      yield* streamResults<Outcome>(MAX_READY, signal, async (ready, stopped) => {
        const queue = items.values();
        const workers = Array.from({ length: Math.min(NAMES_AT_ONCE, items.length) }, () =>
          work(queue, known, owned, stopped, ready),
        );
        await Promise.all(workers);
      });
    },
    async close() {
      await Promise.all([fetcher.close(), caller.close()]);
      resolver.close();
      registrations.close();
    },
  };
}

/** Looks up what is known about the items in groups, once each, when the first of a group needs it. */
function knownLoader(
  items: readonly ToolItem[],
  ports: CompanyPorts,
): (item: ToolItem) => Promise<KnownCompany> {
  const groupByItem = new Map<ToolItem, number>(
    items.map((item, index) => [item, Math.floor(index / KNOWN_AT_ONCE)]),
  );
  const groups = new Map<number, Promise<Map<ToolItem, KnownCompany>>>();

  async function load(group: number): Promise<Map<ToolItem, KnownCompany>> {
    const members = items
      .slice(group * KNOWN_AT_ONCE, (group + 1) * KNOWN_AT_ONCE)
      .map((item) => ({ item, keys: lookUpKeys(parseCompanyInput(item.input)) }));
    const named = members.flatMap(({ item, keys }) => (keys ? [{ item, keys }] : []));
    const found = named.length === 0 ? [] : await ports.known.lookUp(named.map(({ keys }) => keys));
    return new Map(named.map(({ item }, index) => [item, found[index] ?? NOTHING_KNOWN]));
  }

  return async (item) => {
    const group = groupByItem.get(item) ?? 0;
    const loading = groups.get(group) ?? load(group);
    groups.set(group, loading);
    return (await loading).get(item) ?? NOTHING_KNOWN;
  };
}
