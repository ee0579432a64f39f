import { REQUEST_ROWS_DEFAULT, REQUEST_TOOL } from '#contract/list-requests.ts';
import type { StepTry } from '#contract/list-steps.ts';
import { prepareRequest, requestProblem } from '#engines/list-steps/prepare-request.ts';
import type { StepTool, TryTool } from '../tool.ts';

/** Asks another service over HTTP, row by row. It has no page of its own. */
export const requestStep: StepTool = {
  type: REQUEST_TOOL,
  action: 'Ask another service',
  roles: [],
  problem: () => 'Enter the address of the service.',
  items: () => [],
  missing: 'This request isn’t set up',
  fields: [],
  ofTry: requestTry,
  start: {
    request: {
      method: 'GET',
      url: '',
      headers: [],
      body: '',
      fields: [{ name: 'Answer', path: '$' }],
      rowsPerRun: REQUEST_ROWS_DEFAULT,
    },
  },
  help: 'Sends a request for each row to a service that you choose, and keeps values of its answer. Free.',
  value: answerValue,
  inside: 'values',
  verdicts: [],
  summary: ({ explanation }) => (typeof explanation === 'string' ? explanation : ''),
};

function requestTry(each: StepTry): TryTool {
  const { request } = each;
  if (!request)
    return { fields: [], problem: requestStep.problem({}), items: () => [], missing: requestStep.missing };
  const lacksSecret = request.headers.find(({ isSecret, secret }) => isSecret && secret === undefined);
  return {
    fields: request.fields.map(({ name }) => ({ field: name, label: name, type: 'text', usual: true })),
    problem: requestProblem(request),
    items(values) {
      const prepared = lacksSecret ? null : prepareRequest(request, each, values);
      return prepared ? [JSON.stringify(prepared)] : [];
    },
    missing: lacksSecret
      ? `Enter the secret for the header “${lacksSecret.name}” in this column`
      : 'A column of the address is empty in this row, or has no address',
    rowsPerRun: request.rowsPerRun,
  };
}

/** A value that a person named, in a stored answer. */
function answerValue(row: Readonly<Record<string, unknown>>, field: string): unknown {
  const { values } = row;
  return typeof values === 'object' && values !== null && Object.hasOwn(values, field)
    ? (values as Record<string, unknown>)[field]
    : null;
}
