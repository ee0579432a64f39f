import type { Tutorial } from '../../kit/tutorial.ts';

export const tutorial: Tutorial = {
  title: 'Find decision makers in a database',
  blurb:
    'Describe the people you need by title, industry and place, look at the first pages, and export only those.',
  steps: [
    'Open Database Export and choose a database.',
    'Include the titles you sell to, like “head of marketing”, and exclude “assistant”.',
    'Add an industry or a country until the count fits your campaign.',
    'Turn on “Has Email”, select the leads and export them.',
  ],
  guide: 'database-export',
};
