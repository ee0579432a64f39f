import type { CollectSite } from '#contract/collect-sites.ts';

/** What the build needs to know about each extension. The panel's half is in sites/. */
export interface SiteBuild {
  id: CollectSite;
  name: string;
  /** shown by the browser and its store */
  description: string;
  /** has a script in the page's own world (tap/) */
  tap: boolean;
}

export const SITE_BUILDS: readonly SiteBuild[] = [
  {
    id: 'google-maps',
    name: 'Leadwell for Google Maps',
    description: 'Collects the businesses that you look at on Google Maps into a table.',
    tap: true,
  },
  {
    id: 'twitter',
    name: 'Leadwell for X',
    description: 'Collects the profiles that you look at in lists of followers on X into a table.',
    tap: true,
  },
  {
    id: 'clutch',
    name: 'Leadwell for Clutch',
    description: 'Collects the companies that you look at on Clutch into a table.',
    tap: false,
  },
  {
    id: 'crunchbase',
    name: 'Leadwell for Crunchbase',
    description: 'Collects the companies that you look at on Crunchbase into a table.',
    tap: false,
  },
  {
    id: 'linkedin',
    name: 'Leadwell for LinkedIn',
    description: 'Collects the people that you look at in LinkedIn searches into a table.',
    tap: false,
  },
  {
    id: 'linkedin-jobs',
    name: 'Leadwell for LinkedIn Jobs',
    description: 'Collects the jobs that you look at on LinkedIn into a table.',
    tap: false,
  },
  {
    id: 'sales-navigator',
    name: 'Leadwell for Sales Navigator',
    description: 'Collects the leads that you look at in Sales Navigator into a table.',
    tap: false,
  },
  {
    id: 'page-contacts',
    name: 'Leadwell Page Contacts',
    description: 'Finds emails, phone numbers and social profiles on the page that you look at.',
    tap: false,
  },
];
