import { peopleScraper } from '../definition.ts';

export const SCRAPER_PATH = peopleScraper.path;

/** The page with one order open. */
export function orderPath(id: string): string {
  return `${SCRAPER_PATH}?order=${id}`;
}
