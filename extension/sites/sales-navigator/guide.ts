import type { SiteGuide } from '../../site.ts';
import { LINKEDIN_TERMS } from '../linkedin-terms.ts';
import { salesNavigator } from './site.ts';

export const salesNavigatorGuide: SiteGuide<(typeof salesNavigator.columns)[number]> = {
  site: salesNavigator,
  website: 'Sales Navigator',
  about:
    'Save the leads of a Sales Navigator search or list with title, company and location. You need your own Sales Navigator subscription.',
  openStep: 'Open a lead search or a lead list in Sales Navigator.',
  collectStep: 'Scroll through each page, then go to the next one.',
  reads:
    'The leads in the list, and the data that the page loads with them: name, title, company, location and degree.',
  terms: LINKEDIN_TERMS,
  sample: {
    columns: ['name', 'title', 'company', 'location'],
    rows: [
      ['Ines Duarte', 'Head of Sales', 'Kestrel Optics', 'Porto, Portugal'],
      ['Tom Aldous', 'Operations Manager', 'Tundra Freight', 'Bristol, England'],
    ],
  },
};
