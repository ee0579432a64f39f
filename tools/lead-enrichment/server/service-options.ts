import type { Config } from '#server/config.ts';
import type { AiOptions, ServerModel } from '../run/ai-tool.ts';

/** How steps ask other services and models, from the configuration. */
export function serviceOptions(config: Config): AiOptions {
  return {
    dnsServers: config.DNS_SERVERS ?? null,
    allowPrivateNetwork: config.ALLOW_PRIVATE_NETWORK,
    ai: serverModel(config),
    contact: config.PUBLIC_URL ?? null,
    respectsMiningOptOut: config.TDM_OPT_OUT === 'respect',
  };
}

/** The model that the operator offers; null for none. */
export function serverModel(config: Config): ServerModel | null {
  const { AI_BASE_URL: url, AI_MODEL: model, AI_API_KEY: key, AI_CREDITS_PER_1000_TOKENS: price } = config;
  return url === undefined || model === undefined ? null : { url, model, key: key ?? null, price };
}
