import type { ColumnRole } from '#contract/list-columns.ts';
import type { Recipe } from '#contract/list-recipes.ts';
import { namesInstead } from '#engines/list-steps/names-instead.ts';
import { rolesRead } from '#tools/index/step-tools.ts';
import { Alert } from '../../ui/alert.tsx';
import { ROLE_LABELS } from './role-labels.ts';

/** Says which columns the recipe reads that the table doesn't seem to have. */
export function LackedColumns({
  recipe,
  columns,
  roles,
}: {
  recipe: Recipe;
  columns: readonly string[];
  roles: readonly (ColumnRole | null)[];
}) {
  const names = columns.map((column) => column.toLowerCase());
  const fields = columns.map((name, index) => ({ id: name, name, role: roles[index] ?? null }));
  const instead = namesInstead(recipe, fields, rolesRead);
  const lacked = recipe.columns.filter(
    ({ name, role }) =>
      !names.includes(name.toLowerCase()) &&
      (role === null || !roles.includes(role)) &&
      !instead.has(name.toLowerCase()),
  );
  if (lacked.length === 0) return null;
  const words = lacked.map(({ name, role }) => (role ? ROLE_LABELS[role] : name)).join(', ');
  return (
    <Alert tone="info" title={`The recipe also reads: ${words}`}>
      If a column below has it, choose so under its name. Otherwise, the list gets an empty column.
    </Alert>
  );
}
