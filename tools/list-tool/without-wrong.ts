import type { StepTool } from '../tool.ts';
import { storedTexts } from './row-text.ts';

type Row = Readonly<Record<string, unknown>>;

/** The field with the verdict about an answer, which is no answer of its own. */
const VERDICT_FIELD = 'status';

/** A result without the values that a person called wrong. */
export interface RowWithoutWrong {
  row: Record<string, unknown>;
  /** whether there was such a value */
  isChanged: boolean;
  /** whether an answer is left */
  isAnswer: boolean;
}

/**
 * Removes wrong values from the fields of a tool's result. A field with one value takes the next one from the list that the tool
 * names (`next`).
 */
export function withoutWrong(
  { fields, next = {}, inside }: Pick<StepTool, 'fields' | 'next' | 'inside'>,
  row: Row,
  isWrong: (value: string) => boolean,
): RowWithoutWrong {
  if (inside !== undefined) {
    const checked = withoutWrong({ fields, next }, (row[inside] ?? {}) as Row, isWrong);
    return { ...checked, row: { ...row, [inside]: checked.row } };
  }
  const right: Record<string, unknown> = { ...row };
  let isChanged = false;
  for (const { field } of fields) {
    const value = row[field];
    if (!storedTexts(value).some(isWrong)) continue;
    isChanged = true;
    right[field] = Array.isArray(value) ? value.filter((each) => !storedTexts(each).some(isWrong)) : '';
  }
  if (!isChanged) return { row: right, isChanged, isAnswer: true };
  for (const [field, list] of Object.entries(next))
    if (storedTexts(right[field]).length === 0) right[field] = storedTexts(right[list])[0] ?? '';
  const answers = fields.filter(({ usual, field }) => usual && field !== VERDICT_FIELD);
  const isAnswer = answers.some(({ field }) => storedTexts(right[field]).length > 0);
  return { row: right, isChanged, isAnswer };
}
