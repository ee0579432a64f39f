import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import type { ListColumn } from '#contract/list-columns.ts';
import type { Recipe, RecipeStep } from '#contract/list-recipes.ts';
import type { ListView } from '#contract/lists.ts';
import { renameColumns } from '#engines/list-steps/formula-columns.ts';
import { namesInstead } from '#engines/list-steps/names-instead.ts';
import { mapTemplates, renameInTemplate, withoutSecrets } from '#engines/list-steps/step-templates.ts';
import { rolesRead } from '#tools/index/step-tools.ts';
import type { Deps } from '../../deps.ts';
import { runHeavy } from '../../platform/database/database-turns.ts';
import { addColumns, columnFinder } from '../column-changes.ts';
import { listFields } from '../list-fields.ts';
import { listSource } from '../list-source.ts';
import { changeAndView, type ListDeps, requireList, viewList } from '../lists.ts';
import { storeRefresh } from '../refresh-store.ts';
import { refreshFirst } from '../steps/refresh-list.ts';
import { saveStep } from '../steps/save-step.ts';
import { storeTable } from '../store.ts';

/**
 * Adds the steps of a recipe to a list. Its columns are those of the list with the same role or name, or new ones. Names can be in one
 * column in place of two, or the other way round. Steps whose names the list has are left out. Computes its first rows with them, and
 * the others later. Throws CallError like `saveStep`; nothing is added then.
 */
export async function applyRecipe(
  deps: ListDeps & Pick<Deps, 'turns'>,
  accountId: string,
  { id, recipe }: { id: string; recipe: Recipe },
): Promise<ListView> {
  await addRecipe(deps, accountId, { id, recipe });
  await deps.turns.run(accountId, () => runHeavy(accountId, () => refreshFirst(deps, accountId, id)));
  return viewList(deps, await requireList(deps, accountId, id));
}

function addRecipe(
  deps: ListDeps,
  accountId: string,
  { id, recipe }: { id: string; recipe: Recipe },
): Promise<ListView> {
  return changeAndView(deps, accountId, id, async (tx, list, { at }) => {
    let fields = listFields(list);
    let { steps } = list;
    const own = new Map<string, string>();
    const instead = namesInstead(recipe, fields, rolesRead);
    for (const column of recipe.columns) {
      if (instead.has(column.name.toLowerCase())) continue;
      let found = findColumn(fields, column);
      if (!found) {
        fields = addColumns(fields, listSource(list), [column], list.deleted_columns);
        found = fields.at(-1);
      }
      if (found) own.set(column.name.toLowerCase(), found.id);
    }
    const toColumn = (name: string) => own.get(name.toLowerCase()) ?? columnFinder(fields)(name)?.id ?? name;
    for (const step of recipe.steps) {
      if (steps.some(({ name }) => name.toLowerCase() === step.name.toLowerCase())) continue;
      const record = { ...list, columns: fields.map((field) => field.id), fields, steps };
      const toName = (name: string) =>
        fields.find(({ id: column }) => column === toColumn(name))?.name ?? name;
      const saved = saveStep(record, withColumns(step, { toColumn, toName, instead }));
      for (const [index, { name }] of step.outputs.entries()) {
        const column = saved.step.outputs[index]?.column;
        if (column !== undefined) own.set(name.toLowerCase(), column);
      }
      ({ fields, steps } = saved);
    }
    await storeTable(tx, id, { fields, steps, at });
    await storeRefresh(tx, id);
  });
}

/** The column that a recipe means: with its name, or with its role. */
function findColumn(
  fields: readonly ListColumn[],
  { name, role }: Recipe['columns'][number],
): ListColumn | undefined {
  const byRole = role === null ? undefined : fields.find((field) => field.role === role);
  return columnFinder(fields)(name) ?? byRole;
}

/** A step of a recipe with the IDs of columns instead of their names; in formulas and templates, with the names that the list has. */
function withColumns(
  step: RecipeStep,
  {
    toColumn,
    toName,
    instead,
  }: Record<'toColumn' | 'toName', (name: string) => string> & { instead: ReturnType<typeof namesInstead> },
): StepDraft {
  const conditions = step.conditions.map((condition) => ({
    ...condition,
    fields: condition.fields.map(toColumn),
  }));
  const inputs = (named: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(named).flatMap(([role, name]) =>
        Object.entries(instead.get(name.toLowerCase()) ?? { [role]: toColumn(name) }),
      ),
    );
  switch (step.kind) {
    case 'tool':
      return {
        ...step,
        conditions,
        tries: step.tries.map((each) => ({
          ...withoutSecrets(mapTemplates(each, (text) => renameInTemplate(text, toName))),
          inputs: inputs(each.inputs),
        })),
      };
    case 'formula':
      return { ...step, conditions, formula: renameColumns(step.formula, toName) };
    case 'name':
      return { ...step, conditions, inputs: inputs(step.inputs) };
  }
}
