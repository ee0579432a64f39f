import { Handshake } from 'lucide-react';
import { clutch } from './site.ts';

export const clutchPage = {
  site: clutch,
  icon: Handshake,
  title: 'Clutch Scraper',
  help: 'Collect companies from the Clutch directory with a browser extension.',
  order: 130,
};
