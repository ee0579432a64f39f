import type { WorkedTry } from '#contract/list-run-cells.ts';
import type { ToolStep } from '#contract/list-steps.ts';
import type { TaskType } from '#contract/tasks.ts';
import { CSV_LIST_SEPARATOR } from '#engines/csv/write-csv.ts';
import type { StepTool } from '../tool.ts';
import { storedTexts } from './row-text.ts';

/** The values that the accepted answers of a step put into its columns. A column without a value is missing. `stepTool` finds a tool. */
export function outputValues(
  { outputs }: Pick<ToolStep, 'outputs'>,
  tries: readonly Pick<WorkedTry, 'tool' | 'accepted' | 'row'>[],
  stepTool: (type: TaskType) => StepTool | undefined,
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
