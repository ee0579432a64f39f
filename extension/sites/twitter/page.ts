import { AtSign } from 'lucide-react';
import { twitter } from './site.ts';

export const twitterPage = {
  site: twitter,
  icon: AtSign,
  title: 'Twitter Scraper',
  help: "Collect an account's followers with a browser extension.",
  order: 120,
};
