import { Telescope } from 'lucide-react';
import type { ToolPage } from '#web/kit/tool-page.ts';
import { peopleScraper } from '../definition.ts';

export const peopleScraperPage: ToolPage = {
  tool: peopleScraper,
  icon: Telescope,
  load: () => import('./page.tsx'),
};
