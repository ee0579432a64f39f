import type { ListStep } from '#contract/list-steps.ts';
import { withoutQuotedColumns } from '#engines/list-steps/formula-columns.ts';

/**
 * A list as it is read. In formulas that were stored before columns in quotes were their values, they are outside of the quotes, as
 * `withoutQuotedColumns` stores them now.
 */
export function withFormulas<
  List extends { columns: readonly string[]; steps: readonly ListStep[] } | undefined,
>(list: List): List {
  if (!list) return list;
  const columns = new Set(list.columns);
  let isSame = true;
  const steps = list.steps.map((step) => {
    if (step.kind !== 'formula') return step;
    const formula = withoutQuotedColumns(step.formula, (column) => columns.has(column));
    if (formula === step.formula) return step;
    isSame = false;
    return { ...step, formula };
  });
  return isSame ? list : { ...list, steps };
}
