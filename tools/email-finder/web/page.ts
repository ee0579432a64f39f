import { toolPage } from '#web/kit/tool-page.ts';
import { emailFinder } from '../definition.ts';

export const emailFinderPage = toolPage(emailFinder, {
  folder: 'email-finder',
  icon: 'MailCheck',
  shortcut: 'e',
  results: { task: { type: 'csv-extraction', status: 'completed' } },
});
