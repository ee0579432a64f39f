// The page of each site that has one of its own, one line each.
export { clutchPage } from '../sites/clutch/page.ts';
export { crunchbasePage } from '../sites/crunchbase/page.ts';
export { googleMapsPage } from '../sites/google-maps/page.ts';
export { pageContactsPage } from '../sites/page-contacts/page.ts';
export { twitterPage } from '../sites/twitter/page.ts';
