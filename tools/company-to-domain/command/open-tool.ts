import { readSettings } from '#cli/settings.ts';
import type { Tool } from '../../tool.ts';
import type { CompanyRow } from '../definition.ts';
import { createNoPorts } from '../run/ports.ts';
import { createRun } from '../run.ts';
import { COMPANY_SETTINGS, companyRunOptions } from '../server/run-options.ts';

/**
 * Company to domain as `leadwell find-domain` runs it, also for a command with a step of it. Throws OperatorError if a
 * setting is wrong.
 */
export function openCompanyTool(): Tool<CompanyRow> {
  const config = readSettings(COMPANY_SETTINGS);
  return createRun({ ...companyRunOptions(config), withLogos: false }, createNoPorts());
}
