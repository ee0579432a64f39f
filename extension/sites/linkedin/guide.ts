import type { SiteGuide } from '../../site.ts';
import { LINKEDIN_TERMS } from '../linkedin-terms.ts';
import { linkedin } from './site.ts';

export const linkedinGuide: SiteGuide<(typeof linkedin.columns)[number]> = {
  site: linkedin,
  website: 'LinkedIn',
  about:
    'Save the people in a LinkedIn search with headline, location and profile URL. Use LinkedIn’s filters to find the right ones first.',
  openStep: 'Open a people search on LinkedIn.',
  collectStep: 'Go through the pages of the results. The extension never opens a page for you.',
  reads: 'The people in the list: name, headline, location and profile URL.',
  terms: LINKEDIN_TERMS,
  sample: {
    columns: ['name', 'headline', 'location', 'profile_url'],
    rows: [
      ['Ines Duarte', 'Head of Sales at Kestrel Optics', 'Porto, Portugal', 'linkedin.com/in/ines-duarte'],
      ['Tom Aldous', 'Operations at Tundra Freight', 'Bristol, England', 'linkedin.com/in/tom-aldous'],
    ],
  },
};
