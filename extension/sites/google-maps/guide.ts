import type { SiteGuide } from '../../site.ts';
import { googleMaps } from './site.ts';

export const googleMapsGuide: SiteGuide<(typeof googleMaps.columns)[number]> = {
  site: googleMaps,
  website: 'Google Maps',
  about:
    'Search for businesses on Google Maps, such as “bakery in Leipzig”, and save the whole list with phone numbers and websites. Then find their emails with {websites}.',
  openStep: 'Open Google Maps and search for businesses in a place.',
  collectStep: 'Scroll through the list, or let the extension scroll it for you.',
  reads:
    'The businesses in the list, and the responses that Google Maps loads for it: name, category, rating, address, phone, website, hours, price and position.',
  terms:
    "Google's terms restrict automated access and copying of Maps content. Scrolling is off until you turn it on. Google may ask you to prove that you're human, or limit your account. It's your decision whether to use the extension.",
  sample: {
    columns: ['name', 'category', 'rating', 'phone', 'website'],
    rows: [
      ['Elm Street Bakery', 'Bakery', '4.7', '+1 802 555 0143', 'elmstreetbakery.example'],
      ['Harbor Roasters', 'Coffee shop', '4.6', '+1 802 555 0177', 'harborroasters.example'],
    ],
  },
  hasMap: true,
  freeRowsName: 'business profiles',
  activationTitle: 'Unlimited access',
};
