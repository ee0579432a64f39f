import { FREE_COLLECT_LIMITS } from '#contract/collect-sites.ts';
import type { Guide } from '../../kit/guide.ts';
import { Badge } from '../../ui/badge.tsx';

export const guide: Guide = {
  slug: 'browser-extensions',
  title: 'Browser extensions',
  page: { path: '/dashboard/google-maps-scraper', label: 'Google Maps Scraper' },
  runsTasks: false,
  summary:
    'Collect what you look at into a table: businesses on Google Maps, followers on X, companies on Clutch and Crunchbase, and people, jobs and leads on LinkedIn. Save a CSV file, or send the rows to your account.',
  costs: ['Included in the unlimited plan. Collecting spends no credits.'],
  free: [
    `The Maps extension without a plan: ${FREE_COLLECT_LIMITS.rows} businesses with basic details, without CSV files`,
    `Page Contacts: ${FREE_COLLECT_LIMITS.rows} contacts from the pages you open`,
  ],
  steps: [
    'Open the page of a scraper in the sidebar and download its extension.',
    'In Chrome or Edge, unpack the file, open the extensions page, turn on developer mode, and load the unpacked folder. In Firefox, load the file itself in about:debugging.',
    'Copy your activation code and paste it into the extension once. It connects the extension to your account.',
    'Go to the site, click the extension’s icon, and scroll through the list. Rows appear in the side panel.',
    'Save the CSV file, or send the rows to your account and use them in the other tools.',
  ],
  sample: {
    lines: [
      'Open Google Maps',
      'Search for “coffee roasters in Portland”',
      'Open the extension and scroll through the list',
    ],
    path: '/dashboard/google-maps-scraper',
    note: 'Works without a plan.',
    action: 'Get the Maps extension',
  },
  statuses: [
    {
      key: 'free',
      badge: <Badge tone="outline">Free</Badge>,
      meaning: 'The extension isn’t activated. It collects up to its free limit.',
    },
    {
      key: 'active',
      badge: <Badge tone="success">Activated</Badge>,
      meaning:
        'The extension is connected to your account and has no limit of rows. On LinkedIn and X, it stops after 1,000 and 2,000 new rows a day, to protect your account there.',
    },
  ],
  questions: [
    {
      question: 'What can an extension see?',
      answer:
        'Only the tab in which you clicked its icon, on the site it is made for (Page Contacts: on any site), and only while its panel is open.',
    },
    {
      question: 'Do the sites allow this?',
      answer:
        'LinkedIn, X and other sites prohibit such tools in their terms, and may restrict your account. The extension tells you before you first use it. You decide.',
    },
    {
      question: 'Can I use it in Firefox?',
      answer:
        'Yes. The page of each extension has a package for Firefox, too, with the steps to load it in about:debugging. Firefox removes an extension that Mozilla hasn’t signed when you close it, so you load it again after a restart.',
    },
  ],
};
