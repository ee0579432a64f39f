import { startPanel } from '../../core/panel/panel.tsx';
import { LINKEDIN_AGREEMENT, LINKEDIN_ROWS_PER_DAY } from '../linkedin-terms.ts';
import { read } from './reader.ts';
import { linkedinJobs } from './site.ts';

await startPanel({
  ...linkedinJobs,
  hosts: /^(?:[a-z]{2,3}\.)?linkedin\.com$/,
  resultPages: /\/jobs\b/,
  howTo: 'Open a search for jobs on LinkedIn and scroll through the list.',
  read,
  rowsPerDay: LINKEDIN_ROWS_PER_DAY,
  reads: 'It reads the jobs in the list: title, company, place, date and the address of the job.',
  agreement: LINKEDIN_AGREEMENT,
});
