/** The page's own address; `?order=` shows one order. */
export const SCRAPER_PATH = '/dashboard/apollo-scraper';

export function orderPath(id: string): string {
  return `${SCRAPER_PATH}?order=${id}`;
}
