import { BASIC_COLLECT_COLUMNS, COLLECT_COLUMNS, collectLimits } from '#contract/collect-sites.ts';
import { readGoogleMaps } from '#engines/site-readers/google-maps/read-google-maps.ts';
import { startPanel } from '../shell/panel/start-panel.tsx';

await startPanel({
  id: 'google-maps',
  title: 'Google Maps',
  rowsName: 'businesses',
  hosts: /^(?:www|maps)\.google\.[a-z]{2,3}(?:\.[a-z]{2})?$/,
  resultPages: /\/maps\/(?:search|place)\//,
  howTo: 'Open Google Maps, search for businesses and scroll through the list.',
  read: readGoogleMaps,
  columns: COLLECT_COLUMNS['google-maps'],
  basicColumns: BASIC_COLLECT_COLUMNS['google-maps'],
  free: collectLimits('free', 'google-maps'),
  rowsPerDay: null,
  hasTap: true,
  hasScroll: true,
  reads:
    'It reads the businesses in the list and the responses that Google Maps loads for it: name, category, rating, address, phone, website, hours, price and position.',
  agreement:
    'Google’s terms restrict automated access and copying of Maps content. Scrolling by this extension is off until you turn it on. Google may show a check or limit your account. You decide whether to use this extension.',
});
