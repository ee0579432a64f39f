import type { Config } from '#server/config.ts';
import type { LinkedinRunOptions } from '../run.ts';

/** LinkedIn enrichment as the configuration sets it up. */
export function linkedinRunOptions(config: Config): LinkedinRunOptions {
  return {
    steps: config.LINKEDIN_STEPS,
    provider: config.PROFILE_PROVIDER_URL
      ? { url: config.PROFILE_PROVIDER_URL, key: config.PROFILE_PROVIDER_KEY ?? null }
      : null,
    dnsServers: config.DNS_SERVERS ?? null,
    allowPrivateNetwork: config.ALLOW_PRIVATE_NETWORK,
  };
}
