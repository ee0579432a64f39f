import type { SiteGuide } from '../../site.ts';
import { crunchbase } from './site.ts';

export const crunchbaseGuide: SiteGuide<(typeof crunchbase.columns)[number]> = {
  site: crunchbase,
  website: 'Crunchbase',
  about:
    'Save startups from Crunchbase with website, contact details, funding and size. Look for companies that just raised money, and reach them before everyone else does.',
  openStep: 'Open a company or a company search on Crunchbase.',
  collectStep: 'Go through the results. Company pages have more details than lists.',
  reads:
    'Companies, and the data that the page loads with them: name, website, email, phone, social profiles, categories, funding, size and year.',
  terms:
    "Crunchbase's terms prohibit collecting its data with software other than its own exports. Crunchbase may close your account. It's your decision whether to use the extension.",
  sample: {
    columns: ['name', 'website', 'email', 'funding_total_usd', 'employees'],
    rows: [
      ['Kestrel Optics', 'kestrel-optics.example', 'hello@kestrel-optics.example', '12,400,000', '51-100'],
      ['Tundra Freight', 'tundra-freight.example', 'info@tundra-freight.example', '3,100,000', '11-50'],
    ],
  },
};
