import { UserRoundPlus } from 'lucide-react';
import type { ToolPage } from '#web/kit/tool-page.ts';
import { leadEnrichment } from '../definition.ts';

export const leadEnrichmentPage: ToolPage = {
  tool: leadEnrichment,
  icon: UserRoundPlus,
  load: () => import('./page.tsx'),
  loadTask: () => import('./results.tsx'),
};
