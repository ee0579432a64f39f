import { toolFacts } from '#web/kit/guide.ts';
import type { Tutorial } from '#web/kit/tutorial.ts';
import { emailFinder } from '../definition.ts';

export const tutorial: Tutorial = {
  title: 'Clean a list before you send',
  blurb:
    'Old lists bounce, and bounces hurt your domain. Verify every address first and keep the ones that work.',
  steps: [
    'Upload the list to the email finder. If it has a column of emails, they are verified, even several in one cell.',
    'Keep the deliverable rows. Look at the risky ones one by one.',
    'Stop writing to undeliverable addresses. Keep the rows that still have a deliverable one.',
    'Run the unknown ones again the next day. They were free.',
  ],
  guide: toolFacts(emailFinder).slug,
};
