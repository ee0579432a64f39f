import type { ListColumn } from '#contract/list-columns.ts';
import { FORMULA_ERROR } from '#contract/list-steps.ts';
import { compileFormula } from '#engines/list-steps/formula.ts';
import { columnIds, renameColumns, storedFormula } from '#engines/list-steps/formula-columns.ts';

/** What a formula is for a row of a list; or why it can't be computed, in a sentence. */
export type FormulaPreview = { text: string } | { problem: string };

/** Computes a formula that names columns as people see them, as the server does. `values`: of the row, by the IDs of columns */
export function previewFormula(
  written: string,
  fields: readonly Pick<ListColumn, 'id' | 'name'>[],
  values: Readonly<Record<string, string>>,
): FormulaPreview {
  const stored = storedFormula(written, columnIds(fields));
  if ('problem' in stored) return stored;
  const names = new Map(fields.map(({ id, name }) => [id, name]));
  const compiled = compileFormula(renameColumns(stored.formula, (id) => names.get(id) ?? id));
  if (!compiled.ok) return { problem: compiled.problem };
  const named = Object.fromEntries(fields.map(({ id, name }) => [name, values[id] ?? '']));
  const text = compiled.compute(named);
  return text.startsWith(FORMULA_ERROR) ? { problem: text.slice(FORMULA_ERROR.length).trim() } : { text };
}
