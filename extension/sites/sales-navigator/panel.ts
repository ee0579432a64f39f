import { COLLECT_COLUMNS } from '#contract/collect-sites.ts';
import { readSalesNavigator } from '#engines/site-readers/sales-navigator/read-sales-navigator.ts';
import { LINKEDIN_AGREEMENT, LINKEDIN_ROWS_PER_DAY } from '../shell/linkedin-agreement.ts';
import { startPanel } from '../shell/panel/start-panel.tsx';

await startPanel({
  id: 'sales-navigator',
  title: 'Sales Navigator',
  rowsName: 'leads',
  hosts: /^(?:[a-z]{2,3}\.)?linkedin\.com$/,
  resultPages: /\/sales\/(?:search|lists)\b/,
  howTo: 'Open a search for leads in Sales Navigator and scroll through each page.',
  read: readSalesNavigator,
  columns: COLLECT_COLUMNS['sales-navigator'],
  basicColumns: ['name', 'title', 'company'],
  free: null,
  rowsPerDay: LINKEDIN_ROWS_PER_DAY,
  hasTap: false,
  hasScroll: false,
  reads:
    'It reads the leads in the list and the data that the page brings with it: name, title, company, place and degree.',
  agreement: LINKEDIN_AGREEMENT,
});
