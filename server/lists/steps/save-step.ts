import { randomBytes } from 'node:crypto';
import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import { CallError } from '#contract/errors.ts';
import { issueMessage } from '#contract/issue-messages.ts';
import { ColumnRole, type ColumnType, LIST_COLUMNS_MAX, type ListColumn } from '#contract/list-columns.ts';
import { KNOWN_MAX, LIST_STEPS_MAX, ListStep } from '#contract/list-steps.ts';
import { uniqueColumnName } from '#engines/csv/read-table.ts';
import { compileFormula } from '#engines/list-steps/formula.ts';
import { renameColumns } from '#engines/list-steps/formula-columns.ts';
import { columnsRead, orderSteps } from '#engines/list-steps/step-order.ts';
import { hasTemplates } from '#engines/list-steps/step-templates.ts';
import { knownColumns, stepTool, tryTool } from '#tools/index/step-tools.ts';
import { newColumnId } from '../column-changes.ts';
import { columnName } from '../column-names.ts';
import { guessRole, listFields } from '../list-fields.ts';
import type { ListRecord } from '../store.ts';
import { circleMessage } from './run-scope.ts';
import { storedTemplates } from './stored-templates.ts';

/** The columns and steps of a list after a step was saved. */
export interface SavedStep {
  step: ListStep;
  fields: ListColumn[];
  steps: ListStep[];
}

/**
 * Adds a step to a list, or changes it: new columns for its new values, and no circle. Throws `validation_failed` with
 * what to do.
 */
export function saveStep(list: ListRecord, draft: StepDraft): SavedStep {
  const fields = listFields(list);
  const { steps } = list;
  const known = steps.find(({ id }) => id === draft.id);
  if (draft.id !== undefined && !known) throw refuse('The list no longer has this step. Reload the page.');
  if (!known && steps.length >= LIST_STEPS_MAX) throw refuse(`A list can have ${LIST_STEPS_MAX} steps.`);
  const id = known?.id ?? newId(new Set(steps.map((step) => step.id)));
  const columns = [...fields];
  const outputs = draft.outputs.map(({ field, column, name }) => {
    if (column !== undefined) {
      requireFree(column, columns, steps, id);
      return { field, column };
    }
    const type = fieldOf(draft, field)?.type ?? 'text';
    const label = uniqueColumnName(
      name ?? fieldOf(draft, field)?.label ?? draft.name,
      columns.map((each) => each.name),
      `${draft.name}: `,
      columnName,
    );
    const role = draft.kind === 'name' ? nameRole(field) : roleOf({ label, field, type });
    const holder = role === null ? -1 : columns.findIndex((each) => each.role === role);
    const before = columns[holder];
    // A clean name counts, and not the one that it was made of. The email that a step verifies counts, and not the one that a step
    // before it found: what a person imported stays.
    const isBetter =
      before !== undefined &&
      (draft.kind === 'name' || before.step !== null) &&
      inputsOf(draft).includes(before.id);
    if (isBetter) columns[holder] = { ...before, role: null };
    const added: ListColumn = {
      id: newColumnId(label, [...columns.map((each) => each.id), ...list.deleted_columns]),
      name: label,
      type,
      role: before && !isBetter ? null : role,
      step: id,
      field,
    };
    columns.push(added);
    return { field, column: added.id };
  });
  if (columns.length > LIST_COLUMNS_MAX)
    throw refuse(`A list can have ${LIST_COLUMNS_MAX} columns. Choose fewer values, or delete columns.`);
  // With the IDs of columns in place of their names, texts can be longer.
  const parsed = ListStep.safeParse(
    { ...storedTemplates(draft, fields), id, outputs },
    { error: issueMessage },
  );
  if (!parsed.success) throw refuse(parsed.error.issues[0]?.message ?? 'The step can’t be saved.');
  const plain = parsed.data;
  requireKnownColumns(plain, columns);
  requireFormula(plain, columns);
  requireTools(plain);
  const withStep = (changed: ListStep) =>
    known ? steps.map((each) => (each.id === id ? changed : each)) : [...steps, changed];
  const step = known
    ? keptKnown(plain, known)
    : withKnown(plain, columns, (changed) => orderSteps(withStep(changed)).ok);
  const saved = withStep(step);
  const order = orderSteps(saved);
  if (!order.ok) throw refuse(circleMessage(order.circle));
  const filled = new Map(outputs.map(({ column, field }) => [column, field]));
  return {
    step,
    steps: saved,
    fields: columns.map((column) =>
      filled.has(column.id)
        ? { ...column, step: id, field: filled.get(column.id) ?? null }
        : column.step === id
          ? { ...column, step: null, field: null }
          : column,
    ),
  };
}

/** What a part of a clean name is about. */
function nameRole(field: string): ColumnRole | null {
  return ColumnRole.safeParse(field).data ?? null;
}

/**
 * What a new column of a step is about, for exports and later steps; null if its name says nothing. A LinkedIn address that
 * a tool finds can be the company's.
 */
function roleOf({
  label,
  field,
  type,
}: {
  label: string;
  field: string;
  type: ColumnType;
}): ColumnRole | null {
  const own = { kind: 'own' } as const;
  const isContact = type === 'email' || type === 'phone';
  const role = guessRole(own, label) ?? (isContact ? guessRole(own, field) : null);
  return role === 'linkedin' ? null : role;
}

/** A changed step that doesn't say which columns may have what it looks for: those from before. */
function keptKnown(step: ListStep, before: ListStep): ListStep {
  if (step.kind !== 'tool' || before.kind !== 'tool' || step.known !== undefined) return step;
  return before.known === undefined ? step : { ...step, known: before.known };
}

/**
 * The new step with the columns that may have what it looks for, if the draft doesn't say: those whose role says so, unless it
 * fills them or they wait for it.
 */
function withKnown(
  step: ListStep,
  columns: readonly ListColumn[],
  hasOrder: (step: ListStep) => boolean,
): ListStep {
  if (step.kind !== 'tool' || step.known !== undefined) return step;
  const known: string[] = [];
  for (const column of knownColumns(step, columns).slice(0, KNOWN_MAX))
    if (hasOrder({ ...step, known: [...known, column] })) known.push(column);
  return known.length === 0 ? step : { ...step, known };
}

/** The columns that the tools of a step read. */
function inputsOf(draft: StepDraft): string[] {
  if (draft.kind === 'tool') return draft.tries.flatMap(({ inputs }) => Object.values(inputs));
  return draft.kind === 'name' ? Object.values(draft.inputs) : [];
}

function refuse(message: string): CallError {
  return new CallError('validation_failed', message);
}

/** An ID that no step of the list ever had: a run may still work one that was deleted. */
function newId(taken: ReadonlySet<string>): string {
  for (;;) {
    const id = `s${randomBytes(4).toString('hex')}`;
    if (!taken.has(id)) return id;
  }
}

/** What a field of the step's first tool is called. */
function fieldOf(draft: StepDraft, field: string) {
  if (draft.kind !== 'tool') return undefined;
  for (const each of draft.tries) {
    const found = tryTool(each)?.fields.find((known) => known.field === field);
    if (found) return found;
  }
  return undefined;
}

function requireFree(
  column: string,
  columns: readonly ListColumn[],
  steps: readonly ListStep[],
  own: string,
): void {
  if (!columns.some(({ id }) => id === column))
    throw refuse(`The list has no column “${column.slice(0, 100)}”.`);
  const other = steps.find(({ id, outputs }) => id !== own && outputs.some((each) => each.column === column));
  if (other) throw refuse(`“${other.name}” fills this column already. Choose another one.`);
}

function requireKnownColumns(step: ListStep, columns: readonly ListColumn[]): void {
  const unknown = columnsRead(step).find((column) => !columns.some(({ id }) => id === column));
  if (unknown !== undefined) throw refuse(`The list has no column “${unknown.slice(0, 100)}”.`);
}

function requireFormula(step: ListStep, columns: readonly ListColumn[]): void {
  if (step.kind !== 'formula') return;
  const formula = compileFormula(step.formula);
  if (formula.ok) return;
  const names = new Map(columns.map(({ id, name }) => [id, name]));
  const problem = renameColumns(formula.problem, (id) => names.get(id) ?? id);
  throw refuse(`The formula can’t be computed: ${problem}`);
}

function requireTools(step: ListStep): void {
  if (step.kind !== 'tool') return;
  for (const each of step.tries) {
    const { tool, inputs, accepts } = each;
    const definition = stepTool(tool);
    if (!definition) throw refuse(`There is no tool “${tool}” for a step.`);
    const roles = definition.roles.map(({ role }) => role);
    // Such a tool says itself what it reads.
    const unknown = definition.ofTry ? undefined : Object.keys(inputs).find((role) => !roles.includes(role));
    if (unknown !== undefined)
      throw refuse(`“${unknown}” is nothing that this tool reads. It reads: ${roles.join(', ')}.`);
    if (hasTemplates(each) && !definition.ofTry) throw refuse(`“${tool}” has no request or prompt.`);
    const problem = tryTool(each)?.problem ?? null;
    if (problem !== null) throw refuse(problem);
    const verdict = accepts.find((wanted) => !definition.verdicts.some(({ value }) => value === wanted));
    if (verdict !== undefined) throw refuse(`This tool has no verdict “${verdict}”.`);
  }
  const offered = step.tries.flatMap((each) => tryTool(each)?.fields.map(({ field }) => field) ?? []);
  const missing = step.outputs.find(({ field }) => !offered.includes(field));
  if (missing)
    throw refuse(
      `None of these tools has a value “${missing.field}”. They have: ${[...new Set(offered)].join(', ')}.`,
    );
}
