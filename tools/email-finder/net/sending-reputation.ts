import { Resolver } from 'node:dns/promises';
import { isIPv4 } from 'node:net';
import { dnsFailure, QUERY_OPTIONS } from '#net/dns.ts';

/** What DNS says about an address that asks mail servers. */
export interface AddressReputation {
  address: string;
  /** the names that its PTR records give; null: the name servers didn't answer */
  names: string[] | null;
  /** whether one of these names has this address */
  confirmed: boolean;
  /** block lists that have it */
  listedIn: string[];
  /** block lists that refused to answer, as they do for large public DNS servers */
  refusedBy: string[];
}

export interface ReputationOptions {
  /** entries of `address` or `address:port`; null for the system's servers */
  dnsServers: readonly string[] | null;
  /** the zones of block lists, like zen.spamhaus.org */
  zones: readonly string[];
}

/** The addresses of a host name; null: the name servers didn't answer. */
export async function addressesOf(
  name: string,
  dnsServers: readonly string[] | null,
): Promise<string[] | null> {
  const resolver = openResolver(dnsServers);
  const answers = await Promise.all([answerOf(resolver.resolve4(name)), answerOf(resolver.resolve6(name))]);
  const found = answers.flatMap((answer) => answer ?? []);
  return found.length === 0 && answers.includes(null) ? null : found;
}

/** Looks up an IP address, also in block lists if it is IPv4. Never throws. */
export async function addressReputation(
  address: string,
  { dnsServers, zones }: ReputationOptions,
): Promise<AddressReputation> {
  const resolver = openResolver(dnsServers);
  const names = await answerOf(resolver.reverse(address));
  const forward = await Promise.all((names ?? []).map((name) => addressesOf(name, dnsServers)));
  const listed = isIPv4(address)
    ? await Promise.all(
        zones.map(async (zone) => {
          const name = `${address.split('.').reverse().join('.')}.${zone}`;
          return { zone, answers: (await answerOf(resolver.resolve4(name))) ?? [] };
        }),
      )
    : [];
  return {
    address,
    names,
    confirmed: forward.some((addresses) => addresses?.includes(address) === true),
    listedIn: listed.filter(({ answers }) => answers.some(isListing)).map(({ zone }) => zone),
    refusedBy: listed.filter(({ answers }) => answers.some(isRefusal)).map(({ zone }) => zone),
  };
}

/** Lists answer with an address in 127.0.0.0/8. */
function isListing(answer: string): boolean {
  return answer.startsWith('127.') && !isRefusal(answer);
}

/** Says that the list doesn't answer this DNS server, and nothing about the address. */
function isRefusal(answer: string): boolean {
  return answer.startsWith('127.255.255.');
}

function openResolver(dnsServers: readonly string[] | null): Resolver {
  const resolver = new Resolver({ ...QUERY_OPTIONS, tries: 2 });
  if (dnsServers) resolver.setServers(dnsServers);
  return resolver;
}

/** null: no answer. A name without such records is an answer. */
function answerOf(query: Promise<string[]>): Promise<string[] | null> {
  return query.catch((error: NodeJS.ErrnoException) => (dnsFailure(error) === 'not-found' ? [] : null));
}
