import { toolPage } from '#web/kit/tool-page.ts';
import { leadEnrichment } from '../definition.ts';

export const leadEnrichmentPage = toolPage(leadEnrichment, {
  folder: 'lead-enrichment',
  icon: 'UserRoundPlus',
});
