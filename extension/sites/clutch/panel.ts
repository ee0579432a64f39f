import { startPanel } from '../../core/panel/panel.tsx';
import { read } from './reader.ts';
import { clutch } from './site.ts';

await startPanel({
  ...clutch,
  hosts: /^(?:www\.)?clutch\.co$/,
  resultPages: /./,
  howTo: 'Open a directory on Clutch, such as a list of agencies in a city.',
  read,
  rowsPerDay: null,
  reads:
    'It reads the companies in the list: name, website, rating, rates, size, place and services. Sponsored entries don’t show their website.',
  agreement:
    'Clutch’s terms restrict copying its directory. Clutch may block your access. You decide whether to use this extension.',
});
