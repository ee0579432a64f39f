import type { ListColumn } from '#contract/list-columns.ts';
import { FORMULA_ERROR } from '#contract/list-steps.ts';
import { compileFormula } from '#engines/list-steps/formula.ts';
import { formulaColumns, renameColumns, withoutQuotedColumns } from '#engines/list-steps/formula-columns.ts';

/** What a formula is for a row of a list; or why it can't be computed, in a sentence. */
export type FormulaPreview = { text: string } | { problem: string };

/** Computes a formula that names columns as people see them, as the server does. `values`: of the row, by the IDs of columns */
export function previewFormula(
  written: string,
  fields: readonly Pick<ListColumn, 'id' | 'name'>[],
  values: Readonly<Record<string, string>>,
): FormulaPreview {
  const fieldOf = (column: string) =>
    fields.find(({ name }) => name.toLowerCase() === column.toLowerCase()) ??
    fields.find(({ id }) => id.toLowerCase() === column.toLowerCase());
  const formula = withoutQuotedColumns(written, (column) => fieldOf(column) !== undefined);
  const unknown = formulaColumns(formula).find((column) => fieldOf(column) === undefined);
  if (unknown !== undefined) return { problem: `The list has no column {${unknown}}.` };
  const compiled = compileFormula(renameColumns(formula, (column) => fieldOf(column)?.name ?? column));
  if (!compiled.ok) return { problem: compiled.problem };
  const named = Object.fromEntries(fields.map(({ id, name }) => [name, values[id] ?? '']));
  const text = compiled.compute(named);
  return text.startsWith(FORMULA_ERROR) ? { problem: text.slice(FORMULA_ERROR.length).trim() } : { text };
}
