import type { ListColumn } from '#contract/list-columns.ts';
import type { Recipe, RecipeStep } from '#contract/list-recipes.ts';
import type { TaskType } from '#contract/tasks.ts';
import { formulaColumns } from './formula-columns.ts';
import { hasTemplates } from './step-templates.ts';

/** Inputs in place of one column, by the role of each: the IDs of columns. */
type Inputs = Readonly<Record<string, string>>;
/** The roles of the columns that a tool reads. */
type RolesOf = (tool: TaskType) => readonly string[];

const NAME_ROLES: readonly string[] = ['first_name', 'last_name', 'full_name'];

/**
 * What takes the place of a recipe's columns with names if the list has its names in one column and the recipe in two, or the other way
 * round: by the name of each in lower case. Empty if the list has them as the recipe does, or a step uses one as more than a name.
 */
export function namesInstead(
  recipe: Recipe,
  fields: readonly Pick<ListColumn, 'id' | 'name' | 'role'>[],
  rolesOf: RolesOf,
): ReadonlyMap<string, Inputs> {
  const none = new Map<string, Inputs>();
  const idOf = (role: string) => fields.find((field) => field.role === role)?.id;
  const [first, last, full] = NAME_ROLES.map(idOf);
  const inputs: Inputs | null =
    full !== undefined && (first === undefined || last === undefined)
      ? { full_name: full }
      : full === undefined && first !== undefined && last !== undefined
        ? { first_name: first, last_name: last }
        : null;
  if (inputs === null) return none;
  const columns = recipe.columns.filter(({ role }) => role !== null && NAME_ROLES.includes(role));
  const known = new Set(fields.map(({ name }) => name.toLowerCase()));
  const lacks = ({ name, role }: Recipe['columns'][number]) =>
    idOf(role ?? '') === undefined && !known.has(name.toLowerCase());
  const names = new Set(columns.map(({ name }) => name.toLowerCase()));
  if (!columns.some(lacks) || !recipe.steps.every((step) => readsAsNames(step, names, inputs, rolesOf)))
    return none;
  return new Map([...names].map((name) => [name, inputs]));
}

/** Whether a step reads these columns only as names, and can read the inputs instead. */
function readsAsNames(
  step: RecipeStep,
  names: ReadonlySet<string>,
  inputs: Inputs,
  rolesOf: RolesOf,
): boolean {
  const isName = (column: string) => names.has(column.toLowerCase());
  if (step.conditions.some(({ fields }) => fields.some(isName))) return false;
  const areNames = (read: Inputs) =>
    Object.entries(read).every(([role, column]) => !isName(column) || NAME_ROLES.includes(role));
  switch (step.kind) {
    case 'formula':
      return !formulaColumns(step.formula).some(isName);
    case 'name':
      return areNames(step.inputs);
    case 'tool':
      return step.tries.every((each) => {
        if (!Object.values(each.inputs).some(isName)) return true;
        const roles = rolesOf(each.tool);
        return (
          !hasTemplates(each) &&
          areNames(each.inputs) &&
          Object.keys(inputs).every((role) => roles.includes(role))
        );
      });
  }
}
