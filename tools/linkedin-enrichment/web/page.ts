import { toolPage } from '#web/kit/tool-page.ts';
import { linkedinEnrichment } from '../definition.ts';

export const linkedinEnrichmentPage = toolPage(linkedinEnrichment, {
  folder: 'linkedin-enrichment',
  icon: 'IdCard',
});
