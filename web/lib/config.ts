import { z } from 'zod';

const PLACEHOLDER = '__LEADWELL_CONFIG__';

const ClientConfig = z.object({
  publishableKey: z.string().min(1),
  landingStatistics: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
});
export type ClientConfig = z.infer<typeof ClientConfig>;

/**
 * Reads what the server wrote into the page. The placeholder still standing means that the page came from the development
 * server, which fills nothing in. Throws when the content is neither.
 */
export function parseConfig(content: string | null | undefined): ClientConfig {
  if (!content || content === PLACEHOLDER) return { publishableKey: 'leadwell-public' };
  return ClientConfig.parse(JSON.parse(content));
}

let read: ClientConfig | undefined;

/** The page's configuration, read once. */
export function clientConfig(): ClientConfig {
  read ??= parseConfig(document.querySelector('meta[name="leadwell-config"]')?.getAttribute('content'));
  return read;
}
