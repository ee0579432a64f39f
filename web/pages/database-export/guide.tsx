import { LEAD_PAGE_ROWS, LEAD_PAGES_VIEWABLE, MONTHLY_EXPORT_CAP_LEADS } from '#contract/limits.ts';
import type { Guide } from '../../kit/guide.ts';
import { formatNumber } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import picture from './guide-picture.webp';
import { databaseExport } from './page.ts';

export const guide: Guide = {
  slug: 'database-export',
  title: databaseExport.title,
  page: { path: databaseExport.path, label: databaseExport.title },
  runsTasks: false,
  summary:
    'Search three lead databases by person, place and company: LeadRocks, Apollo and Sales Navigator. Or find local businesses by category and place, on a map. Look at the first pages for free, and export the leads you want as a CSV or XLSX file.',
  costs: [
    '1 credit per lead that you export or save to a list',
    `Unlimited plan: up to ${formatNumber(MONTHLY_EXPORT_CAP_LEADS)} exported leads a month`,
  ],
  free: [
    `Searching, counting and looking at the first ${LEAD_PAGES_VIEWABLE * LEAD_PAGE_ROWS} leads of a search`,
    'Leads you exported or saved from the same database in the last 12 months',
    'Sample leads',
  ],
  steps: [
    'Choose a database. Each has its own filters.',
    'Add at least one filter. Titles match whole words: “cto” doesn’t find “director”. With a star, parts match: “market*”.',
    'Use Include and Exclude to narrow the list. The count above the table updates as you go.',
    'Select leads with the check boxes, or export the whole search. The line above the table shows what it costs.',
    'Export the CSV file. Choose the columns, and Excel as the format, in the export options.',
    'Or save the leads to a list, or use them in a tool. It costs the same.',
  ],
  sample: {
    lines: ['Database: Apollo', 'Job title: marketing', 'Has email'],
    path: `${databaseExport.path}?tab=apollo&title=marketing&email=1`,
    note: 'People in marketing with an email address. Looking is free.',
    action: 'Open this search',
  },
  statuses: [
    {
      key: 'sample',
      badge: <Badge tone="outline">Sample leads</Badge>,
      meaning:
        'The operator of this site hasn’t imported leads yet. The people are made up, and exporting them is free.',
    },
    {
      key: 'na',
      badge: <span className="text-muted-foreground">N/A</span>,
      meaning: 'The database has no value for this field.',
    },
  ],
  questions: [
    {
      question: 'Where do the leads come from?',
      answer: 'The operator of this site imports them and is responsible for where they come from.',
      contact: true,
    },
    {
      question: 'Why can I look at only a few pages?',
      answer: 'The pages are a preview. An export has every lead that matches your filters.',
    },
    {
      question: 'Can I leave out people that I have already?',
      answer:
        'Yes. Import them as a list, and click Leave out there. Searches then leave out these people, or everyone at their companies, and say how many.',
    },
    {
      question: 'Can I search for the people at certain companies?',
      answer:
        'Import the companies as a list, and choose it under Companies in a list. Their websites are compared, or their names if there is no website. You can limit how many people of each company you get, and save them with the columns of the companies.',
    },
    {
      question: 'Someone doesn’t want to be listed. What can they do?',
      answer:
        'They can write to the operator with the data request page. Their entries are deleted, and they are kept out of later imports and results.',
    },
  ],
  picture: { src: picture, alt: 'Database Export with filters on the left and matching leads in a table' },
};
