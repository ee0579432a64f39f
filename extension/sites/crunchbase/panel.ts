import { COLLECT_COLUMNS } from '#contract/collect-sites.ts';
import { readCrunchbase } from '#engines/site-readers/crunchbase/read-crunchbase.ts';
import { startPanel } from '../shell/panel/start-panel.tsx';

await startPanel({
  id: 'crunchbase',
  title: 'Crunchbase',
  rowsName: 'companies',
  hosts: /^(?:www\.)?crunchbase\.com$/,
  resultPages: /\/(?:organization|discover|search|lists?|hub)\b/,
  howTo: 'Open a company or a search for companies on Crunchbase.',
  read: readCrunchbase,
  columns: COLLECT_COLUMNS.crunchbase,
  basicColumns: ['name', 'description', 'location'],
  free: null,
  rowsPerDay: null,
  hasTap: false,
  hasScroll: false,
  reads:
    'It reads companies and the data that the page brings with it: name, website, email, phone, profiles, categories, funding, size and year.',
  agreement:
    'Crunchbase’s terms forbid collecting its data with software outside its own exports. Crunchbase may close your account. You decide whether to use this extension.',
});
