import type { Config } from '#server/config.ts';
import { createNoPorts } from '#tools/company-to-domain/company-ports.ts';
import { createCompanyRun } from '#tools/company-to-domain/run.ts';
import { COMPANY_SETTINGS, companyRunOptions } from '#tools/company-to-domain/server/run-options.ts';
import type { Tool } from '#tools/tool.ts';

/** The settings that company to domain reads. */
export const COMPANY_FINDER_SETTINGS: readonly string[] = COMPANY_SETTINGS;

/** Company to domain without a database, for commands of other tools that use it as a step. */
export function openCompanyFinder(config: Config): Tool {
  return createCompanyRun({ ...companyRunOptions(config), withLogos: false }, createNoPorts());
}
