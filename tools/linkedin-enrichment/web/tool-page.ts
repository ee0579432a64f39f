import { IdCard } from 'lucide-react';
import type { ToolPage } from '#web/kit/tool-page.ts';
import { linkedinEnrichment } from '../definition.ts';

export const linkedinEnrichmentPage: ToolPage = {
  tool: linkedinEnrichment,
  icon: IdCard,
  load: () => import('./page.tsx'),
  loadTask: () => import('./results.tsx'),
};
