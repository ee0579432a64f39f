import { startPanel } from '../../core/panel/panel.tsx';
import { read } from './reader.ts';
import { crunchbase } from './site.ts';

await startPanel({
  ...crunchbase,
  hosts: /^(?:www\.)?crunchbase\.com$/,
  resultPages: /\/(?:organization|discover|search|lists?|hub)\b/,
  howTo: 'Open a company or a search for companies on Crunchbase.',
  read,
  rowsPerDay: null,
  reads:
    'It reads companies and the data that the page brings with it: name, website, email, phone, profiles, categories, funding, size and year.',
  agreement:
    'Crunchbase’s terms prohibit collecting its data with software outside its own exports. Crunchbase may close your account. You decide whether to use this extension.',
});
