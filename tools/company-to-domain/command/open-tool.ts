import { readSettings } from '#cli/settings.ts';
import type { Tool } from '../../tool.ts';
import { createNoPorts } from '../run/ports.ts';
import { createRun } from '../run.ts';
import { COMPANY_SETTINGS, companyRunOptions } from '../server/run-options.ts';

/** Company to domain as `leadwell find-domain` uses it, for a command with a step of it. Throws OperatorError. */
export function openCompanyTool(): Tool {
  const config = readSettings(COMPANY_SETTINGS);
  return createRun({ ...companyRunOptions(config), withLogos: false }, createNoPorts());
}
