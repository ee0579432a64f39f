import { startPanel } from '../../core/panel/panel.tsx';
import { LINKEDIN_AGREEMENT, LINKEDIN_ROWS_PER_DAY } from '../linkedin-terms.ts';
import { read } from './reader.ts';
import { salesNavigator } from './site.ts';

await startPanel({
  ...salesNavigator,
  hosts: /^(?:[a-z]{2,3}\.)?linkedin\.com$/,
  resultPages: /\/sales\/(?:search|lists)\b/,
  howTo: 'Open a search for leads in Sales Navigator and scroll through each page.',
  read,
  rowsPerDay: LINKEDIN_ROWS_PER_DAY,
  reads:
    'It reads the leads in the list and the data that the page brings with it: name, title, company, place and degree.',
  agreement: LINKEDIN_AGREEMENT,
});
