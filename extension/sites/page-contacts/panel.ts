import { COLLECT_COLUMNS, collectLimits } from '#contract/collect-sites.ts';
import { startPanel } from '../shell/panel/start-panel.tsx';
import { readContacts } from '../shell/read-contacts.ts';

await startPanel({
  id: 'page-contacts',
  title: 'Page Contacts',
  rowsName: 'contacts',
  hosts: null,
  resultPages: null,
  howTo: 'Open a web page with contact details.',
  read: readContacts,
  columns: COLLECT_COLUMNS['page-contacts'],
  basicColumns: COLLECT_COLUMNS['page-contacts'],
  free: collectLimits('free', 'page-contacts'),
  rowsPerDay: null,
  hasTap: false,
  hasScroll: false,
  reads: 'It reads emails, phone numbers and social profiles on the page, including in its source code.',
  agreement: null,
});
