import { ChartLine } from 'lucide-react';
import { crunchbase } from './site.ts';

export const crunchbasePage = {
  site: crunchbase,
  icon: ChartLine,
  title: 'Crunchbase Scraper',
  help: 'Collect startups and their funding from Crunchbase with a browser extension.',
  order: 150,
};
