import type { SiteGuide } from '../../site.ts';
import { pageContacts } from './site.ts';

export const pageContactsGuide: SiteGuide<(typeof pageContacts.columns)[number]> = {
  site: pageContacts,
  website: 'the site',
  opens: 'a page',
  about:
    'See the emails, phone numbers and social profiles of any web page with one click. It reads a page like {websites} does, in your own browser.',
  openStep: 'Open any web page with contact details.',
  collectStep: 'Open more pages of the same site in the same tab to add their contacts.',
  reads: 'Emails, phone numbers and social profiles on the page, including in its source code.',
  terms: null,
  sample: {
    columns: ['kind', 'value', 'page'],
    rows: [
      ['email', 'hello@harborroasters.example', 'harborroasters.example/contact'],
      ['phone', '+1 802 555 0177', 'harborroasters.example/contact'],
    ],
  },
};
