import { Building2 } from 'lucide-react';
import type { ToolPage } from '#web/kit/tool-page.ts';
import { companyToDomain } from '../definition.ts';

export const companyToDomainPage: ToolPage = {
  tool: companyToDomain,
  icon: Building2,
  load: () => import('./page.tsx'),
  loadTask: () => import('./results.tsx'),
};
