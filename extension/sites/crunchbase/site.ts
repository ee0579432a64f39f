import { defineSite } from '../../site.ts';

export const crunchbase = defineSite({
  id: 'crunchbase',
  name: 'Crunchbase',
  extension: {
    name: 'Leadwell for Crunchbase',
    description: 'Collects the companies that you look at on Crunchbase into a table.',
  },
  rowsName: 'companies',
  columns: [
    'name',
    'website',
    'email',
    'phone',
    'description',
    'categories',
    'location',
    'employees',
    'funding_total_usd',
    'founded',
    'linkedin',
    'twitter',
    'facebook',
    'profile_url',
  ],
  basicColumns: ['name', 'description', 'location'],
  columnMeanings: { name: 'company_name', linkedin: 'company_linkedin_url' },
  plan: 'unlimited',
  free: null,
  page: {
    title: 'Crunchbase Scraper',
    help: 'Collect startups and their funding from Crunchbase with a browser extension.',
    icon: 'ChartLine',
    order: 150,
  },
});
