import type { Config } from '#server/config.ts';
import type { CompanyRunOptions } from '../run.ts';

/** The settings that configure company to domain. */
export const COMPANY_SETTINGS = [
  'DNS_SERVERS',
  'ALLOW_PRIVATE_NETWORK',
  'PUBLIC_URL',
  'TDM_OPT_OUT',
  'CRAWL_CONCURRENCY',
  'COMPANY_PROVIDER_URL',
  'COMPANY_PROVIDER_KEY',
  'WEB_PORT',
] as const;

/** Company to domain as the configuration sets it up. */
export function companyRunOptions(config: Config): CompanyRunOptions {
  return {
    concurrency: config.CRAWL_CONCURRENCY,
    dnsServers: config.DNS_SERVERS ?? null,
    allowPrivateNetwork: config.ALLOW_PRIVATE_NETWORK,
    contact: config.PUBLIC_URL ?? null,
    respectsMiningOptOut: config.TDM_OPT_OUT === 'respect',
    webPort: config.WEB_PORT ?? null,
    provider: config.COMPANY_PROVIDER_URL
      ? { url: config.COMPANY_PROVIDER_URL, key: config.COMPANY_PROVIDER_KEY ?? null }
      : null,
    withLogos: true,
  };
}
