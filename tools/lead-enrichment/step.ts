import { AI_TOOL } from '#contract/list-ai.ts';
import { LOOK_UP_TOOL, type LookUpItem } from '#contract/list-look-up.ts';
import { MEMBERSHIP_TOOL, type MembershipItem } from '#contract/list-membership.ts';
import { REQUEST_ROWS_DEFAULT, REQUEST_TOOL } from '#contract/list-requests.ts';
import type { StepField, StepTry } from '#contract/list-steps.ts';
import { identityInputs, identityProblem, identityTexts } from '#engines/list-steps/prepare-membership.ts';
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
    lacks: lacksKey ? 'Enter your key in this column first.' : null,
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

const NO_LIST = 'Choose a list.';
/** What a step that looks in other lists needs first. */
const LACKS_LIST = 'Choose a list in this column first.';
/** What a row needs that is looked for in other lists. */
const NO_IDENTITY = 'No email address, website, profile, phone, company or name in this row';
const IN_LIST_FIELDS: readonly StepField[] = [
  { field: 'in_list', label: 'In list', type: 'yes-no', usual: true },
  { field: 'list', label: 'Which list', type: 'text', usual: false },
  { field: 'row', label: 'Row there', type: 'text', usual: false },
  { field: 'key', label: 'What is the same', type: 'text', usual: false },
];

/** Says whether a row is in other lists of the account, by the rules of exclusion lists. It has no page of its own. */
export const inListStep: StepTool = {
  type: MEMBERSHIP_TOOL,
  action: 'Is it in a list?',
  roles: [],
  problem: () => identityProblem({}),
  items: () => [],
  missing: NO_IDENTITY,
  fields: IN_LIST_FIELDS,
  ofTry: inListTry,
  start: { membership: { lists: [], companies: false } },
  guess: identityInputs,
  help: 'Yes or no: whether this person or company is in another list of yours. Free.',
  value: answerValue,
  inside: 'values',
  verdicts: [],
  summary: ({ explanation }) => (typeof explanation === 'string' ? explanation : ''),
};

function inListTry({ membership, inputs }: StepTry): TryTool {
  const isOpen = membership !== undefined && membership.lists.length > 0;
  return {
    fields: IN_LIST_FIELDS,
    problem: membership ? identityProblem(inputs) : NO_LIST,
    ...askLists(inputs, isOpen ? (texts): MembershipItem => ({ ...membership, texts }) : null),
  };
}

/** What a try asks other lists about a row. `toItem`: null until a list is chosen */
function askLists(
  inputs: StepTry['inputs'],
  toItem: ((texts: Record<string, string>) => object) | null,
): Pick<TryTool, 'items' | 'lacks' | 'missing'> {
  if (!toItem) return { items: () => [], lacks: LACKS_LIST, missing: 'Choose a list in this column' };
  return {
    items(values) {
      const texts = identityTexts(inputs, values);
      return Object.keys(texts).length === 0 ? [] : [JSON.stringify(toItem(texts))];
    },
    lacks: null,
    missing: NO_IDENTITY,
  };
}

/** Takes values of the row of another list that is about the same person or company. It has no page of its own. */
export const lookUpStep: StepTool = {
  type: LOOK_UP_TOOL,
  action: 'Look up in another list',
  roles: [],
  problem: () => identityProblem({}),
  items: () => [],
  missing: NO_IDENTITY,
  fields: [],
  ofTry: lookUpTry,
  start: { lookUp: { list: null, companies: false, fields: [] } },
  guess: identityInputs,
  help: 'Finds the row of the same person or company in another list of yours, and takes the columns that you choose. Free.',
  value: answerValue,
  inside: 'values',
  verdicts: [],
  summary: ({ explanation }) => (typeof explanation === 'string' ? explanation : ''),
};

function lookUpTry({ lookUp, inputs }: StepTry): TryTool {
  const { list = null, companies = false, fields: taken = [] } = lookUp ?? {};
  const names = taken.map(({ name }) => name.toLowerCase());
  const fields = taken.map(({ name, column }) => ({ name, column }));
  const problem =
    new Set(names).size < names.length ? 'Two values have the same name.' : identityProblem(inputs);
  return {
    fields: taken.map(({ name, type }) => ({ field: name, label: name, type, usual: true })),
    problem: lookUp ? problem : NO_LIST,
    ...askLists(inputs, list === null ? null : (texts): LookUpItem => ({ list, companies, fields, texts })),
  };
}
