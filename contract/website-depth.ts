import { z } from 'zod';

/** How many pages of a site are read. */
export const WebsiteDepth = z.enum(['quick', 'standard', 'deep']);
export type WebsiteDepth = z.infer<typeof WebsiteDepth>;

export const DEFAULT_DEPTH: WebsiteDepth = 'standard';

/** The pages of a site at each depth, and what people read about it. */
export const WEBSITE_DEPTHS: Readonly<
  Record<WebsiteDepth, { label: string; text: string; maxPages: number }>
> = {
  quick: {
    label: 'Quick',
    text: 'Reads only the page in your list. Fastest, but misses addresses on contact pages.',
    maxPages: 1,
  },
  standard: {
    label: 'Standard',
    text: 'Also reads the contact and legal notice pages: up to 4 pages per site.',
    maxPages: 4,
  },
  deep: {
    label: 'Deep',
    text: 'Also reads about, team and legal pages: up to 10 pages per site, so it takes longer.',
    maxPages: 10,
  },
};

/** The depth that a task was started with. Tasks of earlier versions have none. */
export function depthOf(chosen: string | undefined): WebsiteDepth {
  return WebsiteDepth.catch(DEFAULT_DEPTH).parse(chosen);
}
