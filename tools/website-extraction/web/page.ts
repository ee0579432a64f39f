import { toolPage } from '#web/kit/tool-page.ts';
import { websiteExtraction } from '../definition.ts';

export const websiteExtractionPage = toolPage(websiteExtraction, {
  folder: 'website-extraction',
  icon: 'Globe',
  shortcut: 'w',
  results: { task: { type: 'website-extraction', status: 'completed' } },
});
