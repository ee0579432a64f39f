import type { SiteGuide } from '../../site.ts';
import { LINKEDIN_TERMS } from '../linkedin-terms.ts';
import { linkedinJobs } from './site.ts';

export const linkedinJobsGuide: SiteGuide<(typeof linkedinJobs.columns)[number]> = {
  site: linkedinJobs,
  website: 'LinkedIn',
  about:
    'Save job posts from a LinkedIn search with title, company and location. A company that is hiring has a budget and a problem to solve.',
  openStep: 'Open a job search on LinkedIn.',
  collectStep: 'Scroll through the list and go through its pages.',
  reads: 'The jobs in the list: title, company, location, date and job URL.',
  terms: LINKEDIN_TERMS,
  sample: {
    columns: ['title', 'company', 'location', 'posted'],
    rows: [
      ['Head of Logistics', 'Tundra Freight', 'Oslo, Norway', '2026-11-18'],
      ['Sales Engineer', 'Kestrel Optics', 'Porto, Portugal', '2026-11-20'],
    ],
  },
};
