import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { LeadDataDeps } from '../../leads/lead-data-check.ts';
import { type Found, fault, type HealthCheck, ok } from '../../platform/operator/health-check.ts';

export type LeadCheckDeps = Pick<Deps, 'warehouse'> & LeadDataDeps;

/** Reading all parts of the tables takes a while. */
const LIMIT_MS = 120_000;

/** The checks of an engine of lead databases that has data: it answers, and no part of a table is lost. */
export function leadChecks(deps: LeadCheckDeps): HealthCheck[] {
  return [{ name: 'lead databases', limitMs: LIMIT_MS, run: () => checkLeads(deps) }];
}

async function checkLeads({ warehouse, leadData }: LeadCheckDeps): Promise<Found[]> {
  const [row] = await warehouse.rows(
    { sql: 'SELECT version() AS version' },
    z.object({ version: z.string() }),
  );
  const checked = await leadData.run({ readOnly: true });
  const problems = leadData.problems();
  if (problems.length > 0) {
    return problems.map((problem) => {
      const [says = problem] = problem.split(/\. (?=Put back|To go on)/);
      return fault(
        says,
        problem.slice(says.length + 2) || 'Put back the lead databases from a backup: docs/operate/leads.md',
      );
    });
  }
  const leads = checked.reduce((sum, one) => sum + one.leads, 0);
  const engine = warehouse.embedded ? 'the built-in engine' : 'the ClickHouse server';
  return [
    ok(`${engine} answers (${row?.version}), and all ${leads.toLocaleString('en-US')} leads are there`),
  ];
}
