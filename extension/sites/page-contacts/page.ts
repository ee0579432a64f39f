import { ContactRound } from 'lucide-react';
import { pageContacts } from './site.ts';

export const pageContactsPage = {
  site: pageContacts,
  icon: ContactRound,
  title: 'Page Contacts',
  help: 'Find emails, phones and social profiles on the page in front of you with a browser extension.',
  order: 160,
};
