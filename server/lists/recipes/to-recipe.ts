import { CallError } from '#contract/errors.ts';
import { ColumnRole } from '#contract/list-columns.ts';
import { Recipe, type RecipeStep } from '#contract/list-recipes.ts';
import type { ListStep } from '#contract/list-steps.ts';
import { renameColumns } from '#engines/list-steps/formula-columns.ts';
import { columnsFilled, columnsRead, orderSteps } from '#engines/list-steps/step-order.ts';
import {
  hasTemplates,
  mapTemplates,
  renameInTemplate,
  withoutSecrets,
} from '#engines/list-steps/step-templates.ts';
import { listFields } from '../list-fields.ts';
import type { ListRecord } from '../store.ts';

/** The steps of a list as a recipe. Throws `unprocessable` for a list without any. */
export function toRecipe(list: ListRecord, name: string): Recipe {
  const fields = listFields(list);
  const order = orderSteps(list.steps);
  const known = (order.ok ? order.steps : []).map(withoutKnown);
  const steps = known.map((step) => toStep(step, nameOf));
  if (steps.length === 0)
    throw new CallError('unprocessable', 'This list has no steps. Add a column that a tool fills first.');
  const filled = new Set(list.steps.flatMap(columnsFilled));
  const read = new Set(known.flatMap(columnsRead));
  return Recipe.parse({
    name,
    columns: fields
      .filter(({ id }) => read.has(id) && !filled.has(id))
      .map(({ id, name: column, type, role }) => ({ name: column, type, role: role ?? nameRole(id) })),
    steps,
  });

  /** What a column is to the step that cleans its names: a clean name has taken its role. */
  function nameRole(id: string): ColumnRole | null {
    const inputs = known.flatMap((step) => (step.kind === 'name' ? Object.entries(step.inputs) : []));
    return ColumnRole.safeParse(inputs.find(([, column]) => column === id)?.[0]).data ?? null;
  }

  function nameOf(id: string): string {
    return fields.find((field) => field.id === id)?.name ?? id;
  }
}

/** The list that a recipe is used in has columns of its own for what a step looks for. */
function withoutKnown(step: ListStep): ListStep {
  if (step.kind !== 'tool' || !step.known?.length) return step;
  const { known: _, ...others } = step;
  return others;
}

function toStep({ id: _, ...step }: ListStep, nameOf: (id: string) => string): RecipeStep {
  const shared = {
    conditions: step.conditions.map((condition) => ({
      ...condition,
      fields: condition.fields.map(nameOf),
    })),
    outputs: step.outputs.map(({ field, column }) => ({ field, name: nameOf(column) })),
  };
  const inputs = (byRole: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(byRole).map(([role, column]) => [role, nameOf(column)]));
  switch (step.kind) {
    case 'tool':
      return {
        ...step,
        ...shared,
        tries: step.tries.map((each) => {
          if (!hasTemplates(each)) return { ...withoutSecrets(each), inputs: inputs(each.inputs) };
          const read = Object.values(each.inputs);
          const toName = (id: string) => (read.includes(id) ? nameOf(id) : undefined);
          return {
            ...withoutSecrets(mapTemplates(each, (text) => renameInTemplate(text, toName))),
            inputs: Object.fromEntries(read.map((id) => [nameOf(id), nameOf(id)])),
          };
        }),
      };
    case 'formula':
      return { ...step, ...shared, formula: renameColumns(step.formula, nameOf) };
    case 'name':
      return { ...step, ...shared, inputs: inputs(step.inputs) };
  }
}
