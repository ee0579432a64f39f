import { AI_TOOL } from '#contract/list-ai.ts';
import { REQUEST_ROWS_DEFAULT, REQUEST_TOOL } from '#contract/list-requests.ts';
import type { StepTry } from '#contract/list-steps.ts';
import { preparePrompt, promptProblem } from '#engines/list-steps/prepare-prompt.ts';
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
    lacks: lacksSecret ? `Enter the secret for the header “${lacksSecret.name}” in this column first.` : null,
    missing: lacksSecret
      ? `Enter the secret for the header “${lacksSecret.name}” in this column`
      : 'A column of the address is empty in this row, or has no address',
    rowsPerRun: request.rowsPerRun,
  };
}

/** Asks a language model, row by row. It has no page of its own. */
export const aiStep: StepTool = {
  type: AI_TOOL,
  action: 'Ask an AI model',
  roles: [],
  problem: () => 'Enter what the model should do.',
  items: () => [],
  missing: 'This prompt isn’t set up',
  fields: [],
  ofTry: aiTry,
  start: {
    ai: { prompt: '', website: '', fields: [{ name: 'Answer', type: 'text', choices: [] }], own: null },
  },
  help: 'Answers a question about each row, from its columns and, if you like, the text of its website. Costs credits by the length of the text, or nothing with a key of your own.',
  value: answerValue,
  inside: 'values',
  verdicts: [],
  summary: ({ explanation }) => (typeof explanation === 'string' ? explanation : ''),
};

const COLUMN_TYPES = { text: 'text', number: 'number', 'yes-no': 'yes-no', 'one-of': 'text' } as const;

function aiTry(each: StepTry): TryTool {
  const { ai } = each;
  if (!ai) return { fields: [], problem: aiStep.problem({}), items: () => [], missing: aiStep.missing };
  const lacksKey = ai.own !== null && ai.own.key.secret === undefined;
  return {
    fields: ai.fields.map(({ name, type }) => ({
      field: name,
      label: name,
      type: COLUMN_TYPES[type],
      usual: true,
    })),
    problem: promptProblem(ai),
    items(values) {
      const prepared = lacksKey ? null : preparePrompt(ai, each, values);
      return prepared ? [JSON.stringify(prepared)] : [];
    },
    missing: lacksKey
      ? 'Enter your key in this column'
      : 'A column that the prompt names is empty in this row',
  };
}

/** A value that a person named, in a stored answer. */
function answerValue(row: Readonly<Record<string, unknown>>, field: string): unknown {
  const { values } = row;
  return typeof values === 'object' && values !== null && Object.hasOwn(values, field)
    ? (values as Record<string, unknown>)[field]
    : null;
}
