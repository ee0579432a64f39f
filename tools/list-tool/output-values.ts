import type { WorkedTry } from '#contract/list-run-cells.ts';
import type { ToolStep } from '#contract/list-steps.ts';
import type { TaskType } from '#contract/tasks.ts';
import { CSV_LIST_SEPARATOR } from '#engines/csv/write-csv.ts';
import type { StepTool } from '../tool.ts';
import { storedTexts } from './row-text.ts';

type FindTool = (type: TaskType) => StepTool | undefined;
type Outputs = Pick<ToolStep, 'outputs'>;
type Answer = Pick<WorkedTry, 'tool' | 'row'>;

/** The values that the accepted answers of a step put into its columns. A column without a value is missing. `stepTool` finds a tool. */
export function outputValues(
  step: Outputs,
  tries: readonly (Answer & Pick<WorkedTry, 'accepted'>)[],
  stepTool: FindTool,
): Record<string, string> {
  const accepted = tries.filter((each) => each.accepted);
  return valuesOf(step, accepted, stepTool);
}

/** Whether an answer has a value for one of the columns of a step. */
export function fillsColumn(step: Outputs, answer: Answer, stepTool: FindTool): boolean {
  return Object.keys(valuesOf(step, [answer], stepTool)).length > 0;
}

/** The answers that a step doesn't take, because of their verdicts. */
export function refusedAnswers<Try extends Answer & Pick<WorkedTry, 'accepted' | 'failed'>>(
  tries: readonly Try[],
  stepTool: FindTool,
): Try[] {
  return tries.filter((each) => {
    const tool = stepTool(each.tool);
    if (each.accepted || each.failed || !tool?.about) return false;
    const { about } = tool;
    return tool.fields.some(
      ({ field, usual }) => usual && !about.includes(field) && textsOf(each, field, tool).length > 0,
    );
  });
}

/** What these answers put into the columns of a step if it doesn't take them: what is said about them. */
export function refusedValues(
  { outputs }: Outputs,
  refused: readonly Answer[],
  stepTool: FindTool,
): Record<string, string> {
  const about = new Set(refused.flatMap(({ tool }) => stepTool(tool)?.about ?? []));
  return valuesOf({ outputs: outputs.filter(({ field }) => about.has(field)) }, refused, stepTool);
}

function textsOf({ row }: Answer, field: string, tool: StepTool | undefined): string[] {
  return storedTexts(tool?.value ? tool.value(row, field) : row[field]);
}

function valuesOf(
  { outputs }: Outputs,
  answers: readonly Answer[],
  stepTool: FindTool,
): Record<string, string> {
  const values = outputs.map(({ field, column }) => {
    const texts = answers.flatMap((answer) => textsOf(answer, field, stepTool(answer.tool)));
    return [column, [...new Set(texts)].join(CSV_LIST_SEPARATOR)] as const;
  });
  return Object.fromEntries(values.filter(([, text]) => text !== ''));
}
