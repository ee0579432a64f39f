import type { SiteGuide } from '../../site.ts';
import { clutch } from './site.ts';

export const clutchGuide: SiteGuide<(typeof clutch.columns)[number]> = {
  site: clutch,
  website: 'Clutch',
  about:
    'Save agencies and service companies from any directory on Clutch, with website, rating, hourly rate and team size. Then find the people to talk to.',
  openStep: 'Open a directory on Clutch, such as web developers in a city.',
  collectStep: 'Go through the pages of the directory. Each page you open is read.',
  reads:
    "The companies in the list: name, website, rating, rates, size, location and services. Sponsored entries don't show their website.",
  terms:
    "Clutch's terms restrict copying its directory. Clutch may block your access. It's your decision whether to use the extension.",
  sample: {
    columns: ['name', 'website', 'rating', 'hourly_rate', 'employees'],
    rows: [
      ['Saffron Studio', 'saffron-studio.example', '4.9', '$50 - $99 / hr', '10 - 49'],
      ['Brightwave', 'brightwave.example', '4.8', '$100 - $149 / hr', '50 - 249'],
    ],
  },
};
