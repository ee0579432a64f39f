import { defineSite } from '../../site.ts';

export const linkedin = defineSite({
  id: 'linkedin',
  name: 'LinkedIn',
  extension: {
    name: 'Leadwell for LinkedIn',
    description: 'Collects the people that you look at in LinkedIn searches into a table.',
  },
  rowsName: 'people',
  columns: ['name', 'headline', 'location', 'profile_url'],
  basicColumns: ['name', 'headline', 'location'],
  columnMeanings: { profile_url: 'linkedin_url' },
  plan: 'premium',
  free: null,
});
