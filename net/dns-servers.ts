import { Resolver } from 'node:dns/promises';
import { dnsFailure, QUERY_OPTIONS } from './dns.ts';

/**
 * Asks each DNS server (`address` or `address:port`; null for those of the system) for a name that exists. Returns the
 * servers, and those of them that gave no answer.
 */
export async function silentDnsServers(
  dnsServers: readonly string[] | null,
  name: string,
): Promise<{ asked: string[]; silent: string[] }> {
  const asked = dnsServers ? [...dnsServers] : new Resolver().getServers();
  const answers = await Promise.all(
    asked.map(async (server) => {
      const resolver = new Resolver({ ...QUERY_OPTIONS, tries: 2 });
      resolver.setServers([server]);
      return resolver.resolve4(name).then(
        () => true,
        (error: NodeJS.ErrnoException) => dnsFailure(error) === 'not-found',
      );
    }),
  );
  return { asked, silent: asked.filter((_, at) => !answers[at]) };
}
