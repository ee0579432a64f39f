import { startPanel } from '../../core/panel/panel.tsx';
import { LINKEDIN_AGREEMENT, LINKEDIN_ROWS_PER_DAY } from '../linkedin-terms.ts';
import { read } from './reader.ts';
import { linkedin } from './site.ts';

await startPanel({
  ...linkedin,
  hosts: /^(?:[a-z]{2,3}\.)?linkedin\.com$/,
  resultPages: /\/(?:search\/results\/people|mynetwork|people)\b/,
  howTo: 'Open a search for people on LinkedIn and go through its pages.',
  read,
  rowsPerDay: LINKEDIN_ROWS_PER_DAY,
  reads: 'It reads the people in the list: name, headline, place and the address of the profile.',
  agreement: LINKEDIN_AGREEMENT,
});
