import { FREE_COLLECT_LIMITS } from '#contract/collect-sites.ts';
import { defineSite } from '../../site.ts';

const COLUMNS = ['kind', 'value', 'network', 'written', 'page', 'page_title'] as const;

export const pageContacts = defineSite({
  id: 'page-contacts',
  name: 'Page Contacts',
  extension: {
    name: 'Leadwell Page Contacts',
    description: 'Finds emails, phone numbers and social profiles on the page that you look at.',
  },
  rowsName: 'contacts',
  columns: COLUMNS,
  basicColumns: COLUMNS,
  plan: 'premium',
  free: { ...FREE_COLLECT_LIMITS, fields: 'all' },
  page: {
    title: 'Page Contacts',
    help: 'Find emails, phones and social profiles on the page in front of you with a browser extension.',
    icon: 'ContactRound',
    order: 160,
  },
});
