import { Globe } from 'lucide-react';
import type { ToolPage } from '#web/kit/tool-page.ts';
import { websiteExtraction } from '../definition.ts';

export const websiteExtractionPage: ToolPage = {
  tool: websiteExtraction,
  icon: Globe,
  load: () => import('./page.tsx'),
  loadTask: () => import('./results.tsx'),
};
