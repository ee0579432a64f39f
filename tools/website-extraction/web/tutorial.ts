import { toolFacts } from '#web/kit/guide.ts';
import type { Tutorial } from '#web/kit/tutorial.ts';
import { websiteExtraction } from '../definition.ts';

export const tutorial: Tutorial = {
  title: 'Turn a list of websites into contacts',
  blurb:
    'Start with the companies you want to sell to, and end with an email and a phone number for most of them.',
  steps: [
    'Collect the websites in a spreadsheet, one per row.',
    `Copy the column into ${websiteExtraction.label}, and keep the standard depth.`,
    'Filter the results by “Not found” and run those again with the deep depth.',
    'Download the CSV file. The page of each address is in it.',
  ],
  guide: toolFacts(websiteExtraction).slug,
};
