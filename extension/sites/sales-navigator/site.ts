import { defineSite } from '../../site.ts';

export const salesNavigator = defineSite({
  id: 'sales-navigator',
  name: 'Sales Navigator',
  extension: {
    name: 'Leadwell for Sales Navigator',
    description: 'Collects the leads that you look at in Sales Navigator into a table.',
  },
  rowsName: 'leads',
  columns: ['name', 'title', 'company', 'location', 'degree', 'lead_id', 'profile_url'],
  basicColumns: ['name', 'title', 'company'],
  columnMeanings: { profile_url: 'linkedin_url' },
  plan: 'premium',
  free: null,
});
