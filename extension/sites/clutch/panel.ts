import { COLLECT_COLUMNS } from '#contract/collect-sites.ts';
import { readClutch } from '#engines/site-readers/clutch/read-clutch.ts';
import { startPanel } from '../shell/panel/start-panel.tsx';

await startPanel({
  id: 'clutch',
  title: 'Clutch',
  rowsName: 'companies',
  hosts: /^(?:www\.)?clutch\.co$/,
  resultPages: /./,
  howTo: 'Open a directory on Clutch, such as a list of agencies in a city.',
  read: readClutch,
  columns: COLLECT_COLUMNS.clutch,
  basicColumns: ['name', 'rating', 'location'],
  free: null,
  rowsPerDay: null,
  hasTap: false,
  hasScroll: false,
  reads:
    'It reads the companies in the list: name, website, rating, rates, size, place and services. Sponsored entries don’t show their website.',
  agreement:
    'Clutch’s terms restrict copying its directory. Clutch may block your access. You decide whether to use this extension.',
});
