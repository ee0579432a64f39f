import { type Guide, samplePath, toolFacts } from '#web/kit/guide.ts';
import { emailFinder, VERDICT_FRESH_DAYS } from '../definition.ts';
import { EmailStatusBadge } from './cells.tsx';
import picture from './guide-picture.webp';
import { SAMPLE_CSV } from './sample-list.ts';

export const guide: Guide = {
  ...toolFacts(emailFinder),
  summary:
    'Find the work email of a person from a name and a company domain, or verify an email you have. The answer comes from the domain’s own mail server, without sending a message.',
  free: [
    'People without an email',
    'Unknown results and our own failures',
    'Addresses with a mistake, and domains that don’t exist or take no mail',
    'Repeated rows',
    `Deliverable emails you paid for in the last ${VERDICT_FRESH_DAYS.deliverable} days, other results in the last ${VERDICT_FRESH_DAYS.risky} days`,
  ],
  steps: [
    'Upload a CSV or XLSX file with the columns first_name, last_name and domain, in any order. A full name column works too. For one person or one address, use “Find one” or “Verify one”.',
    'If the file has columns of emails, those are verified. For the other rows, we look for the email.',
    'Check the columns, the preview and the quote, then start the run.',
    'Read the status of each row. An address that isn’t verified is marked as a guess and stays out of the verified_email column.',
    'Download the CSV or XLSX file. All of your own columns are in it.',
  ],
  sample: {
    lines: SAMPLE_CSV.split('\r\n'),
    path: samplePath(emailFinder.path),
    note: 'Two public mailboxes to verify, and two made-up people who aren’t found, for free.',
  },
  statuses: [
    {
      key: 'deliverable',
      badge: <EmailStatusBadge status="deliverable" />,
      meaning: 'The mail server accepts this mailbox and rejects others. Safe to send.',
    },
    {
      key: 'risky',
      badge: <EmailStatusBadge status="risky" />,
      meaning:
        'The server accepts the address, but that proves little. Often it accepts every address of the domain, or the mailbox is full.',
    },
    {
      key: 'undeliverable',
      badge: <EmailStatusBadge status="undeliverable" />,
      meaning: 'The mailbox doesn’t exist, or the domain takes no mail. Don’t send.',
    },
    {
      key: 'not_found',
      badge: <EmailStatusBadge status="not_found" />,
      meaning:
        'None of the person’s likely addresses exist, and the reason says how many we tried; or a row has no email to verify. Free. If we learn how the company forms its addresses on the same day, we try the person again, once and free of charge.',
    },
    {
      key: 'unknown',
      badge: <EmailStatusBadge status="unknown" />,
      meaning: 'The server gave no clear answer, so we don’t guess. Free. Try again later.',
    },
  ],
  questions: [
    {
      question: 'Do people notice that I check their address?',
      answer: 'No. We ask the mail server whether it would accept a message, and stop before sending one.',
    },
    {
      question: 'What is a catch-all domain?',
      answer:
        'Its server accepts mail for any address, also for ones that don’t exist. No one can verify an address there, so such results are risky, never deliverable.',
    },
    {
      question: 'Why are all of my results unknown?',
      answer:
        'Some networks block the port for talking to mail servers. The page shows a banner if that’s the case.',
      contact: true,
    },
  ],
  picture: {
    src: picture,
    alt: 'Verified Email Finder with a status, an email and the reason for each person',
  },
};
