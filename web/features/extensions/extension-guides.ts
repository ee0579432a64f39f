import { COLLECT_COLUMNS, type CollectColumn, type CollectSite } from '#contract/collect-sites.ts';

/** What the page of one extension says about it. */
export interface ExtensionGuide {
  site: CollectSite;
  /** what the browser calls it */
  extension: string;
  /** the website, as people know it */
  website: string;
  /** one row, in the plural */
  rowsName: string;
  /** what it does and what for, in two or three sentences */
  about: string;
  /** what to open and do to collect rows */
  openStep: string;
  collectStep: string;
  /** what it reads, in one sentence */
  reads: string;
  /** what the site's terms say, and the risk; null if there is none */
  terms: string | null;
  /** two made-up rows with the most useful columns */
  sample: { columns: readonly string[]; rows: readonly (readonly string[])[] };
}

const LINKEDIN_TERMS =
  "LinkedIn's user agreement prohibits collecting data with any software, including browser extensions that only save what you see. LinkedIn may restrict or close your account. The extension stops at 1,000 new rows a day. It's your decision whether to use it.";

const GUIDES = {
  'google-maps': guide('google-maps', {
    extension: 'Leadwell for Google Maps',
    website: 'Google Maps',
    rowsName: 'businesses',
    about:
      'Search for businesses on Google Maps, such as “bakery in Leipzig”, and save the whole list with phone numbers and websites. Then find their emails with Website Extraction.',
    openStep: 'Open Google Maps and search for businesses in a place.',
    collectStep: 'Scroll through the list, or let the extension scroll it for you.',
    reads:
      'The businesses in the list, and the responses that Google Maps loads for it: name, category, rating, address, phone, website, hours, price and position.',
    terms:
      "Google's terms restrict automated access and copying of Maps content. Scrolling is off until you turn it on. Google may ask you to prove that you're human, or limit your account. It's your decision whether to use the extension.",
    columns: ['name', 'category', 'rating', 'phone', 'website'],
    rows: [
      ['Elm Street Bakery', 'Bakery', '4.7', '+1 802 555 0143', 'elmstreetbakery.example'],
      ['Harbor Roasters', 'Coffee shop', '4.6', '+1 802 555 0177', 'harborroasters.example'],
    ],
  }),
  twitter: guide('twitter', {
    extension: 'Leadwell for X',
    website: 'X',
    rowsName: 'profiles',
    about:
      "Save the followers of any account on X with bio, location, website and follower counts. People who follow a competitor or a conference often are the audience you're looking for.",
    openStep: 'Open an account on X and click its followers.',
    collectStep: 'Scroll through the list. Each profile you pass is saved once.',
    reads:
      'The profiles in the list, and the responses that X loads for it: name, handle, bio with an email in it, category, counts, location and website.',
    terms:
      "X's terms prohibit collecting data from its pages without written consent. X may lock or suspend your account. The extension stops at 2,000 new rows a day. It's your decision whether to use it.",
    columns: ['name', 'handle', 'followers', 'location', 'website'],
    rows: [
      ['Ines Duarte', 'inesduarte', '18,204', 'Porto', 'kestrel-optics.example'],
      ['Tom Aldous', 'tomaldous', '2,391', 'Bristol, UK', 'tundra-freight.example'],
    ],
  }),
  clutch: guide('clutch', {
    extension: 'Leadwell for Clutch',
    website: 'Clutch',
    rowsName: 'companies',
    about:
      'Save agencies and service companies from any directory on Clutch, with website, rating, hourly rate and team size. Then find the people to talk to.',
    openStep: 'Open a directory on Clutch, such as web developers in a city.',
    collectStep: 'Go through the pages of the directory. Each page you open is read.',
    reads:
      "The companies in the list: name, website, rating, rates, size, location and services. Sponsored entries don't show their website.",
    terms:
      "Clutch's terms restrict copying its directory. Clutch may block your access. It's your decision whether to use the extension.",
    columns: ['name', 'website', 'rating', 'hourly_rate', 'employees'],
    rows: [
      ['Saffron Studio', 'saffron-studio.example', '4.9', '$50 - $99 / hr', '10 - 49'],
      ['Brightwave', 'brightwave.example', '4.8', '$100 - $149 / hr', '50 - 249'],
    ],
  }),
  crunchbase: guide('crunchbase', {
    extension: 'Leadwell for Crunchbase',
    website: 'Crunchbase',
    rowsName: 'companies',
    about:
      'Save startups from Crunchbase with website, contact details, funding and size. Look for companies that just raised money, and reach them before everyone else does.',
    openStep: 'Open a company or a company search on Crunchbase.',
    collectStep: 'Go through the results. Company pages have more details than lists.',
    reads:
      'Companies, and the data that the page loads with them: name, website, email, phone, social profiles, categories, funding, size and year.',
    terms:
      "Crunchbase's terms prohibit collecting its data with software other than its own exports. Crunchbase may close your account. It's your decision whether to use the extension.",
    columns: ['name', 'website', 'email', 'funding_total_usd', 'employees'],
    rows: [
      ['Kestrel Optics', 'kestrel-optics.example', 'hello@kestrel-optics.example', '12,400,000', '51-100'],
      ['Tundra Freight', 'tundra-freight.example', 'info@tundra-freight.example', '3,100,000', '11-50'],
    ],
  }),
  'linkedin-jobs': guide('linkedin-jobs', {
    extension: 'Leadwell for LinkedIn Jobs',
    website: 'LinkedIn',
    rowsName: 'jobs',
    about:
      'Save job posts from a LinkedIn search with title, company and location. A company that is hiring has a budget and a problem to solve.',
    openStep: 'Open a job search on LinkedIn.',
    collectStep: 'Scroll through the list and go through its pages.',
    reads: 'The jobs in the list: title, company, location, date and job URL.',
    terms: LINKEDIN_TERMS,
    columns: ['title', 'company', 'location', 'posted'],
    rows: [
      ['Head of Logistics', 'Tundra Freight', 'Oslo, Norway', '2026-11-18'],
      ['Sales Engineer', 'Kestrel Optics', 'Porto, Portugal', '2026-11-20'],
    ],
  }),
  linkedin: guide('linkedin', {
    extension: 'Leadwell for LinkedIn',
    website: 'LinkedIn',
    rowsName: 'people',
    about:
      'Save the people in a LinkedIn search with headline, location and profile URL. Use LinkedIn’s filters to find the right ones first.',
    openStep: 'Open a people search on LinkedIn.',
    collectStep: 'Go through the pages of the results. The extension never opens a page for you.',
    reads: 'The people in the list: name, headline, location and profile URL.',
    terms: LINKEDIN_TERMS,
    columns: ['name', 'headline', 'location', 'profile_url'],
    rows: [
      ['Ines Duarte', 'Head of Sales at Kestrel Optics', 'Porto, Portugal', 'linkedin.com/in/ines-duarte'],
      ['Tom Aldous', 'Operations at Tundra Freight', 'Bristol, England', 'linkedin.com/in/tom-aldous'],
    ],
  }),
  'sales-navigator': guide('sales-navigator', {
    extension: 'Leadwell for Sales Navigator',
    website: 'Sales Navigator',
    rowsName: 'leads',
    about:
      'Save the leads of a Sales Navigator search or list with title, company and location. You need your own Sales Navigator subscription.',
    openStep: 'Open a lead search or a lead list in Sales Navigator.',
    collectStep: 'Scroll through each page, then go to the next one.',
    reads:
      'The leads in the list, and the data that the page loads with them: name, title, company, location and degree.',
    terms: LINKEDIN_TERMS,
    columns: ['name', 'title', 'company', 'location'],
    rows: [
      ['Ines Duarte', 'Head of Sales', 'Kestrel Optics', 'Porto, Portugal'],
      ['Tom Aldous', 'Operations Manager', 'Tundra Freight', 'Bristol, England'],
    ],
  }),
  'page-contacts': guide('page-contacts', {
    extension: 'Leadwell Page Contacts',
    website: 'the site',
    rowsName: 'contacts',
    about:
      'See the emails, phone numbers and social profiles of any web page with one click. It reads a page like Website Extraction does, in your own browser.',
    openStep: 'Open any web page with contact details.',
    collectStep: 'Open more pages of the same site in the same tab to add their contacts.',
    reads: 'Emails, phone numbers and social profiles on the page, including in its source code.',
    terms: null,
    columns: ['kind', 'value', 'page'],
    rows: [
      ['email', 'hello@harborroasters.example', 'harborroasters.example/contact'],
      ['phone', '+1 802 555 0177', 'harborroasters.example/contact'],
    ],
  }),
} satisfies Record<CollectSite, ExtensionGuide>;

/** The text of an extension's page. */
export function guideOf(site: CollectSite): ExtensionGuide {
  return GUIDES[site];
}

/** The columns of an extension's file that its sample leaves out, as people read them. */
export function otherColumns({ site, sample }: ExtensionGuide): string[] {
  const columns: readonly string[] = COLLECT_COLUMNS[site];
  return columns.filter((column) => !sample.columns.includes(column));
}

function guide<S extends CollectSite>(
  site: S,
  {
    columns,
    rows,
    ...texts
  }: Omit<ExtensionGuide, 'site' | 'sample'> & {
    columns: readonly CollectColumn<S>[];
    rows: readonly (readonly string[])[];
  },
): ExtensionGuide {
  return { site, ...texts, sample: { columns, rows } };
}
