import { COLLECT_COLUMNS } from '#contract/collect-sites.ts';
import { readLinkedinJobs } from '#engines/site-readers/linkedin-jobs/read-linkedin-jobs.ts';
import { LINKEDIN_AGREEMENT, LINKEDIN_ROWS_PER_DAY } from '../shell/linkedin-agreement.ts';
import { startPanel } from '../shell/panel/start-panel.tsx';

await startPanel({
  id: 'linkedin-jobs',
  title: 'LinkedIn Jobs',
  rowsName: 'jobs',
  hosts: /^(?:[a-z]{2,3}\.)?linkedin\.com$/,
  resultPages: /\/jobs\b/,
  howTo: 'Open a search for jobs on LinkedIn and scroll through the list.',
  read: readLinkedinJobs,
  columns: COLLECT_COLUMNS['linkedin-jobs'],
  basicColumns: ['title', 'company', 'location'],
  free: null,
  rowsPerDay: LINKEDIN_ROWS_PER_DAY,
  hasTap: false,
  hasScroll: false,
  reads: 'It reads the jobs in the list: title, company, place, date and the address of the job.',
  agreement: LINKEDIN_AGREEMENT,
});
