import { toolPage } from '#web/kit/tool-page.ts';
import { companyToDomain } from '../definition.ts';

export const companyToDomainPage = toolPage(companyToDomain, {
  folder: 'company-to-domain',
  icon: 'Building2',
  shortcut: 'c',
  results: { task: { type: 'company-to-domain', status: 'completed' } },
});
