import type { Config } from '#server/config.ts';
import type { LeadEnrichmentOptions } from '../run.ts';

/** How steps ask other services, from the configuration. */
export function serviceOptions(config: Config): LeadEnrichmentOptions {
  return {
    dnsServers: config.DNS_SERVERS ?? null,
    allowPrivateNetwork: config.ALLOW_PRIVATE_NETWORK,
  };
}
