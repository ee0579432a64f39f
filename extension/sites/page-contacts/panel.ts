import { startPanel } from '../../core/panel/panel.tsx';
import { read } from './reader.ts';
import { pageContacts } from './site.ts';

await startPanel({
  ...pageContacts,
  hosts: null,
  resultPages: null,
  howTo: 'Open a web page with contact details.',
  read,
  rowsPerDay: null,
  reads: 'It reads emails, phone numbers and social profiles on the page, including in its source code.',
  agreement: null,
});
