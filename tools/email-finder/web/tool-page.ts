import { MailCheck } from 'lucide-react';
import type { ToolPage } from '#web/kit/tool-page.ts';
import { emailFinder } from '../definition.ts';

export const emailFinderPage: ToolPage = {
  tool: emailFinder,
  icon: MailCheck,
  load: () => import('./page.tsx'),
  loadTask: () => import('./results.tsx'),
};
