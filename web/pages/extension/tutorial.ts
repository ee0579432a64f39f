import { toolFor } from '#tools/index/tools.ts';
import type { Tutorial } from '../../kit/tutorial.ts';

export const tutorial: Tutorial = {
  title: 'Build a local list from maps',
  blurb:
    'Dentists in Denver, bakeries in Bristol: collect businesses from the map, then find out how to reach them.',
  steps: [
    'Get the Google Maps extension and search for a business and a city.',
    'Scroll through the results with the panel open. Each business becomes a row.',
    'Send the rows to your account, or save the CSV file.',
    `Run their websites through ${toolFor('websites').label} to add emails.`,
  ],
  guide: 'browser-extensions',
};
