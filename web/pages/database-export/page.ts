import type { Page } from '../page.ts';

export const databaseExport: Page = {
  folder: 'pages/database-export',
  path: '/dashboard/database-export',
  title: 'Database Export',
  description: 'Search the lead databases by person, place and company, then export the results.',
  access: 'signed-in',
  icon: 'Database',
  nav: { group: 'Find', order: 70 },
  card: { order: 50, text: 'Four searchable lead databases with CSV export.' },
  shortcut: 'x',
  screens: [
    { name: 'database-export' },
    {
      name: 'database-export-results',
      query: '?tab=apollo&title=manager&email=1',
      picture: 'web/pages/database-export/guide-picture.webp',
    },
  ],
};
