import type { ToolStep } from '#contract/list-steps.ts';
import { CSV_LIST_SEPARATOR } from '#engines/csv/write-csv.ts';
import { stepTool } from '../../index/step-tools.ts';
import { storedTexts } from '../../list-tool/row-text.ts';
import type { WorkedTry } from '../definition.ts';

/** The values that the accepted answers of a step put into its columns. A column without a value is missing. */
export function outputValues(
  { outputs }: Pick<ToolStep, 'outputs'>,
  tries: readonly Pick<WorkedTry, 'tool' | 'accepted' | 'row'>[],
): Record<string, string> {
  const accepted = tries.filter((each) => each.accepted);
  const values = outputs.map(({ field, column }) => {
    const texts = accepted.flatMap(({ tool, row }) => {
      const value = stepTool(tool)?.value;
      return storedTexts(value ? value(row, field) : row[field]);
    });
    return [column, [...new Set(texts)].join(CSV_LIST_SEPARATOR)] as const;
  });
  return Object.fromEntries(values.filter(([, text]) => text !== ''));
}
