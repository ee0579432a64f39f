import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import type { ListColumn } from '#contract/list-columns.ts';
import type { StepField, StepTry } from '#contract/list-steps.ts';
import type { ListView } from '#contract/lists.ts';
import { tryTool } from '#tools/index/step-tools.ts';
import type { StepTool } from '#tools/tool.ts';

/** The roles of columns that a role of a tool can be filled with, the best first. */
const ROLE_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  website: ['website', 'domain'],
  domain: ['domain', 'website'],
  company: ['company'],
  country: ['country'],
  first_name: ['first_name'],
  last_name: ['last_name'],
  full_name: ['full_name'],
  email: ['email'],
  profile: ['linkedin'],
  name: ['full_name'],
};

/** The columns of a list for the roles of a tool, by what the columns are about and how they are called. */
function guessInputs(tool: StepTool, fields: readonly ListColumn[]): Record<string, string> {
  if (tool.guess) return tool.guess(fields);
  const inputs: Record<string, string> = {};
  for (const { role, names } of tool.roles) {
    const byRole = (ROLE_COLUMNS[role] ?? []).flatMap(
      (wanted) => fields.find((field) => field.role === wanted) ?? [],
    );
    const byName = names.flatMap((name) => fields.find((field) => plain(field.name) === name) ?? []);
    const [found] = [...byRole, ...byName];
    if (found) inputs[role] = found.id;
  }
  return inputs;
}

function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
}

/** A new try of a tool with guessed columns, and its usual verdicts. */
export function newTry(tool: StepTool, fields: readonly ListColumn[]): StepTry {
  return {
    tool: tool.type,
    options: {},
    inputs: guessInputs(tool, fields),
    accepts: tool.verdicts.filter(({ usual }) => usual).map(({ value }) => value),
    ...tool.start,
  };
}

/** A new step of a tool, with its usual values in columns of their own. */
export function newStep(tool: StepTool, list: Pick<ListView, 'fields'>): StepDraft {
  const first = newTry(tool, list.fields);
  return {
    kind: 'tool',
    name: tool.action,
    conditions: [],
    tries: [first],
    outputs: fieldsOfTries([first])
      .filter(({ usual }) => usual)
      .map(({ field }) => ({ field })),
  };
}

/** The values that the tools of a step have, each once. */
export function fieldsOfTries(tries: readonly StepTry[]): StepField[] {
  const fields = tries.flatMap((each) => tryTool(each)?.fields ?? []);
  return [...new Map(fields.map((field) => [field.field, field])).values()];
}
