import { AI_TOOL } from '#contract/list-ai.ts';
import { LOOK_UP_TOOL, type LookUpItem } from '#contract/list-look-up.ts';
import { MEMBERSHIP_TOOL, type MembershipItem } from '#contract/list-membership.ts';
import { REQUEST_ROWS_DEFAULT, REQUEST_TOOL } from '#contract/list-requests.ts';
import type { StepField, StepTry } from '#contract/list-steps.ts';
import { identityInputs, identityProblem, identityTexts } from '#engines/list-steps/prepare-membership.ts';
import { preparePrompt, promptProblem } from '#engines/list-steps/prepare-prompt.ts';
import { prepareRequest, requestProblem } from '#engines/list-steps/prepare-request.ts';
import type { StepTool, TryTool } from '../tool.ts';

/** What the tools have in common whose answers have values by the names that a person gave them. They have no page of their own. */
const ANSWERS = {
  roles: [],
  items: () => [],
  value: answerValue,
  inside: 'values',
  verdicts: [],
  summary: ({ explanation }) => (typeof explanation === 'string' ? explanation : ''),
} satisfies Partial<StepTool>;

/** Asks another service over HTTP, row by row. */
export const requestStep: StepTool = {
  ...ANSWERS,
  type: REQUEST_TOOL,
  action: 'Ask another service',
  problem: () => 'Enter the address of the service.',
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

/** Asks a language model, row by row. */
export const aiStep: StepTool = {
  ...ANSWERS,
  type: AI_TOOL,
  action: 'Ask an AI model',
  problem: () => 'Enter what the model should do.',
  missing: 'This prompt isn’t set up',
  fields: [],
  ofTry: aiTry,
  start: {
    ai: { prompt: '', website: '', fields: [{ name: 'Answer', type: 'text', choices: [] }], own: null },
  },
  help: 'Answers a question about each row, from its columns and, if you like, the text of its website. Costs credits by the length of the text, or nothing with a key of your own.',
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

/** What a row needs that is looked for in other lists. */
const NO_IDENTITY = 'No email address, website, profile, phone, company or name in this row';
const IN_LIST_FIELDS: readonly StepField[] = [
  { field: 'in_list', label: 'In list', type: 'yes-no', usual: true },
  { field: 'list', label: 'Which list', type: 'text', usual: false },
  { field: 'row', label: 'Row there', type: 'text', usual: false },
  { field: 'key', label: 'What is the same', type: 'text', usual: false },
];

/** What the tools have in common that look for a row in other lists. */
const LOOKS_IN_LISTS = {
  ...ANSWERS,
  problem: () => identityProblem({}),
  missing: NO_IDENTITY,
  guess: identityInputs,
} satisfies Partial<StepTool>;

/** What a try of them does. `item`: that of a row with these texts; null without a list. */
function lookingTry(
  { inputs }: StepTry,
  item: ((texts: Record<string, string>) => MembershipItem | LookUpItem) | null,
): Pick<TryTool, 'items' | 'lacks' | 'missing'> {
  return {
    items(values) {
      const texts = identityTexts(inputs, values);
      return item && Object.keys(texts).length > 0 ? [JSON.stringify(item(texts))] : [];
    },
    lacks: item ? null : 'Choose a list in this column first.',
    missing: item ? NO_IDENTITY : 'Choose a list in this column',
  };
}

/** A try without its setup, which only a program can send. */
const NO_SETUP: TryTool = { fields: [], problem: 'Choose a list.', items: () => [], missing: NO_IDENTITY };

/** Says whether a row is in other lists of the account, by the rules of exclusion lists. */
export const inListStep: StepTool = {
  ...LOOKS_IN_LISTS,
  type: MEMBERSHIP_TOOL,
  action: 'Is it in a list?',
  fields: IN_LIST_FIELDS,
  ofTry: inListTry,
  start: { membership: { lists: [], companies: false } },
  help: 'Yes or no: whether this person or company is in another list of yours. Free.',
};

function inListTry(each: StepTry): TryTool {
  const { membership, inputs } = each;
  if (!membership) return { ...NO_SETUP, fields: IN_LIST_FIELDS };
  return {
    ...lookingTry(each, membership.lists.length > 0 ? (texts) => ({ ...membership, texts }) : null),
    fields: IN_LIST_FIELDS,
    problem: identityProblem(inputs),
  };
}

/** Takes values of the row of another list that is about the same person or company. */
export const lookUpStep: StepTool = {
  ...LOOKS_IN_LISTS,
  type: LOOK_UP_TOOL,
  action: 'Look up in another list',
  fields: [],
  ofTry: lookUpTry,
  start: { lookUp: { list: null, companies: false, fields: [] } },
  help: 'Finds the row of the same person or company in another list of yours, and takes the columns that you choose. Free.',
};

function lookUpTry(each: StepTry): TryTool {
  const { lookUp, inputs } = each;
  if (!lookUp) return NO_SETUP;
  const { list, companies } = lookUp;
  const names = lookUp.fields.map(({ name }) => name.toLowerCase());
  const fields = lookUp.fields.map(({ name, column }) => ({ name, column }));
  return {
    ...lookingTry(each, list === null ? null : (texts) => ({ list, companies, fields, texts })),
    fields: lookUp.fields.map(({ name, type }) => ({ field: name, label: name, type, usual: true })),
    problem: new Set(names).size < names.length ? 'Two values have the same name.' : identityProblem(inputs),
  };
}
