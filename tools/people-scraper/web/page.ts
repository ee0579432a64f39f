import { toolPage } from '#web/kit/tool-page.ts';
import { peopleScraper } from '../definition.ts';

export const peopleScraperPage = toolPage(peopleScraper, {
  folder: 'people-scraper',
  icon: 'Telescope',
  results: { query: '?sample=1' },
});
