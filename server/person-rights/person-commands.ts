import { PersonInput } from '#contract/person-rights.ts';
import {
  asOperatorError,
  type OperatorCommand,
  operatorCommand,
} from '../platform/operator/operator-command.ts';
import { type EraseDeps, erasePerson } from './erase-person.ts';
import { parsePerson } from './person-check.ts';
import type { PersonParts } from './person-parts.ts';
import { searchPerson } from './person-report.ts';
import { receiptText } from './receipt-text.ts';
import { reportLetter } from './report-letter.ts';

const NO_LEADS =
  'No lead databases were searched here. If a server of yours has some in its DATA_DIR, run this command there, too.';

/** The commands of `leadwell person`. */
export function personCommands(parts: PersonParts): OperatorCommand<EraseDeps>[] {
  const report = operatorCommand<EraseDeps>()({
    name: 'person-report',
    input: PersonInput,
    run: (deps, { person }, output) =>
      asOperatorError(async () => {
        const { report } = await searchPerson(deps, parsePerson(person), parts);
        if (report.searched.leadDatabases === 0) output.note(NO_LEADS);
        output.row({ report, letter: reportLetter(report) });
      }),
  });
  const erase = operatorCommand<EraseDeps>()({
    name: 'person-erase',
    input: PersonInput,
    run: (deps, { person }, output) =>
      asOperatorError(async () => {
        const receipt = await erasePerson(deps, parsePerson(person), parts);
        if (!deps.warehouse.hasData()) output.note(NO_LEADS);
        output.row({ receipt, text: receiptText(receipt) });
      }),
  });
  return [report, erase].map((command) => command as OperatorCommand<EraseDeps>);
}
