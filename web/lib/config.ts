import { createContext, use } from 'react';
import { cardNote } from '#contract/card-note.ts';
import type { Operator } from '#contract/operator.ts';
import type { ProviderName } from '#contract/sign-in.ts';

const PLACEHOLDER = '__LEADWELL_CONFIG__';

/** What the server writes into the page (server/web-client.ts). */
export interface ClientConfig {
  publishableKey: string;
  /** the providers that people can sign in with */
  providers: readonly ProviderName[];
  landingStatistics?: { value: string; label: string }[];
  operator?: Operator;
  tutorialsPlaylist?: string;
  /** what a trial says about a card */
  cardNote?: string;
}

/**
 * Parses the configuration that the server writes into the page. The development server leaves the
 * placeholder, which means defaults. Throws for any other content. Without Zod, for which the landing page has no
 * room: the server has parsed the settings.
 */
export function parseConfig(content: string | null | undefined): ClientConfig {
  if (!content || content === PLACEHOLDER) return { publishableKey: 'leadwell-public', providers: [] };
  const config: Partial<ClientConfig> = JSON.parse(content);
  if (typeof config.publishableKey !== 'string' || config.publishableKey === '')
    throw new Error('The configuration of the page has no publishable key.');
  return { ...config, publishableKey: config.publishableKey, providers: config.providers ?? [] };
}

let config: ClientConfig | undefined;

/** The page's configuration, parsed once. */
export function clientConfig(): ClientConfig {
  config ??= parseConfig(document.querySelector('meta[name="leadwell-config"]')?.getAttribute('content'));
  return config;
}

/** Another configuration than the page's, for pages that are rendered without one. */
export const ConfigContext = createContext<ClientConfig | null>(null);

/** What a page that offers the trial says about a card, as a sentence. */
export function useCardNote(): string {
  return useConfig().cardNote ?? cardNote(false);
}

/** The configuration in a component. */
export function useConfig(): ClientConfig {
  return use(ConfigContext) ?? clientConfig();
}
