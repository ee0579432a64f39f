import { z } from 'zod';
import { ProviderName } from '#contract/sign-in.ts';

const PLACEHOLDER = '__LEADWELL_CONFIG__';

const ClientConfig = z.object({
  publishableKey: z.string().min(1),
  /** the providers that people can sign in with */
  providers: z.array(ProviderName).default([]),
  landingStatistics: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
});
export type ClientConfig = z.infer<typeof ClientConfig>;

/**
 * Parses the configuration that the server writes into the page. The development server leaves the
 * placeholder, which means defaults. Throws for any other content.
 */
export function parseConfig(content: string | null | undefined): ClientConfig {
  if (!content || content === PLACEHOLDER) return { publishableKey: 'leadwell-public', providers: [] };
  return ClientConfig.parse(JSON.parse(content));
}

let config: ClientConfig | undefined;

/** The page's configuration, parsed once. */
export function clientConfig(): ClientConfig {
  config ??= parseConfig(document.querySelector('meta[name="leadwell-config"]')?.getAttribute('content'));
  return config;
}
