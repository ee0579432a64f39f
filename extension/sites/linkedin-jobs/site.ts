import { defineSite } from '../../site.ts';

export const linkedinJobs = defineSite({
  id: 'linkedin-jobs',
  name: 'LinkedIn Jobs',
  extension: {
    name: 'Leadwell for LinkedIn Jobs',
    description: 'Collects the jobs that you look at on LinkedIn into a table.',
  },
  rowsName: 'jobs',
  columns: ['title', 'company', 'location', 'posted', 'job_id', 'job_url'],
  basicColumns: ['title', 'company', 'location'],
  columnMeanings: { title: 'job_opening' },
  plan: 'premium',
  free: null,
});
