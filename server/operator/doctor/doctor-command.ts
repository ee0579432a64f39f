import { z } from 'zod';
import { runChecks } from '../../platform/operator/health-check.ts';
import { type OperatorCommand, operatorCommand } from '../../platform/operator/operator-command.ts';
import { type DatabaseCheckDeps, databaseAnswers, databaseChecks } from './database-checks.ts';
import { type LeadCheckDeps, leadChecks } from './lead-checks.ts';
import { supportFacts } from './support-facts.ts';

type DoctorDeps = DatabaseCheckDeps & LeadCheckDeps;

const command = operatorCommand<DoctorDeps>();

/** Checks what only this process has open: the database and the lead databases. Its rows are findings. */
const doctor = command({
  name: 'doctor',
  input: z.object({}),
  run: async (deps, _input, output) => {
    const checks = [
      databaseAnswers(deps),
      ...databaseChecks(deps),
      ...(deps.warehouse.accessible && deps.warehouse.hasData() ? leadChecks(deps) : []),
    ];
    for (const finding of await runChecks(checks)) output.row(finding);
  },
});

/** What a support bundle says about the database, as one row. */
const facts = command({
  name: 'support-facts',
  input: z.object({}),
  run: async ({ database }, _input, output) => output.row(await supportFacts(database)),
});

/** The commands behind `leadwell doctor` and `leadwell support-bundle`. */
export const DOCTOR_COMMANDS = [doctor, facts].map((command) => command as OperatorCommand<DoctorDeps>);
