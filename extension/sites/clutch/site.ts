import { defineSite } from '../../site.ts';

export const clutch = defineSite({
  id: 'clutch',
  name: 'Clutch',
  extension: {
    name: 'Leadwell for Clutch',
    description: 'Collects the companies that you look at on Clutch into a table.',
  },
  rowsName: 'companies',
  columns: [
    'name',
    'website',
    'rating',
    'reviews',
    'hourly_rate',
    'min_project',
    'employees',
    'location',
    'services',
    'profile_url',
  ],
  basicColumns: ['name', 'rating', 'location'],
  columnMeanings: { name: 'company_name' },
  plan: 'unlimited',
  free: null,
  page: {
    title: 'Clutch Scraper',
    help: 'Collect companies from the Clutch directory with a browser extension.',
    icon: 'Handshake',
    order: 130,
  },
});
