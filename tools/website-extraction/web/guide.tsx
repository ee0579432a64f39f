import { ANSWER_FRESH_DAYS } from '#contract/limits.ts';
import { PEOPLE_PER_SITE } from '#contract/website-people.ts';
import { type Guide, samplePath, toolFacts } from '#web/kit/guide.ts';
import { WEBSITE_DEPTHS, websiteExtraction } from '../definition.ts';
import { OutcomeBadge } from './cells.tsx';
import picture from './guide-picture.webp';

const { quick, standard, deep } = WEBSITE_DEPTHS;

export const guide: Guide = {
  ...toolFacts(websiteExtraction),
  summary:
    'Give it a list of websites. It reads the pages where companies put their contact details, and returns emails, phone numbers and social profiles, each with the page it was found on.',
  free: [
    'Sites that are down, block us or disallow it in robots.txt',
    'Repeated lines',
    `Sites you paid for in the last ${ANSWER_FRESH_DAYS} days`,
  ],
  steps: [
    'Paste one URL per line, paste cells from a spreadsheet, or open a TXT, CSV or XLSX file. https:// is added if it’s missing.',
    `Choose how far to look: ${quick.label} reads ${quick.maxPages} page of each site, ${standard.label} up to ${standard.maxPages} with the contact and legal notice pages, and ${deep.label} up to ${deep.maxPages}. The price is the same.`,
    `Check “Also find people” to get who works there, with job title and contact: at most ${PEOPLE_PER_SITE} of each site, at the same price.`,
    'Check the quote under the list, then select Extract Data. You can close the tab: the run continues on the server.',
    'Open a row’s receipt to see the page, the place on it and the original text of each value.',
    'Download the CSV or XLSX file. If your list had more columns, they come first, unchanged. With people, you can also download or save one row per person.',
  ],
  sample: {
    lines: websiteExtraction.task.sample,
    path: samplePath(websiteExtraction.path),
    note: 'Five public organizations that publish how to reach them.',
  },
  statuses: [
    {
      key: 'found',
      badge: <OutcomeBadge outcome="found" />,
      meaning: 'We found an email, a phone number or a social profile.',
    },
    {
      key: 'not_found',
      badge: <OutcomeBadge outcome="not_found" />,
      meaning: 'We read the pages, but they have no contact details. Try a deeper search.',
    },
    {
      key: 'blocked',
      badge: <OutcomeBadge outcome="blocked" />,
      meaning: 'The site turned us away, or its robots.txt disallows it. Free.',
    },
    {
      key: 'failed',
      badge: <OutcomeBadge outcome="failed" />,
      meaning: 'The site is down, doesn’t exist or didn’t answer in time. The row has the reason. Free.',
    },
  ],
  questions: [
    {
      question: 'Why does a site have no email?',
      answer:
        'Many sites only have a contact form. Others load their addresses with a script, or show them as an image. Try the deep setting first. If the site has a phone number or a social profile, you still get that.',
    },
    {
      question: 'Why is someone missing?',
      answer:
        'We add a person only if a page shows their job title and an email, phone number or profile that is clearly theirs. We leave out quotes of customers, departments and shared mailboxes. Many team pages have no contacts at all.',
    },
    {
      question: 'Do you follow robots.txt?',
      answer:
        'Yes. We don’t read pages that a site’s robots.txt asks us not to read. We also visit each site slowly.',
    },
    {
      question: 'What happens if my credits run out in the middle of a run?',
      answer: 'The run stops and keeps every finished row. Resume it when you have credits again.',
    },
  ],
  picture: {
    src: picture,
    alt: 'Website Extraction with the results of a list: emails, phones, social profiles and a status for each site',
  },
};
