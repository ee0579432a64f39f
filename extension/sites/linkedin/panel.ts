import { COLLECT_COLUMNS } from '#contract/collect-sites.ts';
import { readLinkedin } from '#engines/site-readers/linkedin/read-linkedin.ts';
import { LINKEDIN_AGREEMENT, LINKEDIN_ROWS_PER_DAY } from '../shell/linkedin-agreement.ts';
import { startPanel } from '../shell/panel/start-panel.tsx';

await startPanel({
  id: 'linkedin',
  title: 'LinkedIn',
  rowsName: 'people',
  hosts: /^(?:[a-z]{2,3}\.)?linkedin\.com$/,
  resultPages: /\/(?:search\/results\/people|mynetwork|people)\b/,
  howTo: 'Open a search for people on LinkedIn and go through its pages.',
  read: readLinkedin,
  columns: COLLECT_COLUMNS.linkedin,
  basicColumns: ['name', 'headline', 'location'],
  free: null,
  rowsPerDay: LINKEDIN_ROWS_PER_DAY,
  hasTap: false,
  hasScroll: false,
  reads: 'It reads the people in the list: name, headline, place and the address of the profile.',
  agreement: LINKEDIN_AGREEMENT,
});
