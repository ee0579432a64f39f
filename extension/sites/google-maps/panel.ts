import { startPanel } from '../../core/panel/panel.tsx';
import { read } from './reader.ts';
import { googleMaps } from './site.ts';

await startPanel({
  ...googleMaps,
  hosts: /^(?:www|maps)\.google\.[a-z]{2,3}(?:\.[a-z]{2})?$/,
  resultPages: /\/maps\/(?:search|place)\//,
  howTo: 'Open Google Maps, search for businesses and scroll through the list.',
  read,
  rowsPerDay: null,
  hasScroll: true,
  reads:
    'It reads the businesses in the list and the responses that Google Maps loads for it: name, category, rating, address, phone, website, hours, price and position.',
  agreement:
    'Google’s terms restrict automated access and copying of Maps content. Scrolling by this extension is off until you turn it on. Google may show a check or limit your account. You decide whether to use this extension.',
});
