import { toolFacts } from '#web/kit/guide.ts';
import type { Tutorial } from '#web/kit/tutorial.ts';
import { leadEnrichment } from '../definition.ts';

export const tutorial: Tutorial = {
  title: 'From company names to verified emails in one list',
  blurb:
    'No files to merge: start with a sample of four organizations, and let the tools fill a column each. Hints in the list show what to do next.',
  steps: [
    'Open the sample in the guide of Lead Enrichment, and import its rows with the recipe that it comes with.',
    'Run the columns. The most that it can cost is on the button, and you can set a limit.',
    'Open a cell to see its sources. If the value is wrong, say so, or type a better one.',
    'Export the list for your CRM or email tool. The next file can have only what is new.',
  ],
  guide: toolFacts(leadEnrichment).slug,
};
