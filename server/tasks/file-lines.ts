import type { TaskDefinition } from '#tools/definition.ts';
import type { OptOutDeps } from '../opt-outs/opt-outs.ts';
import { resultPages } from './results.ts';
import type { CsvContent, FileLines, TaskTool } from './task-tool.ts';

/** The results of a task without a list of its own, in item order. */
export function plainLines(
  deps: OptOutDeps,
  taskId: string,
  { receiptFields }: Pick<TaskDefinition, 'receiptFields'>,
  { columns, shows }: CsvContent,
  details: TaskTool['csvDetails'] = {},
): FileLines {
  const without = receiptFields.filter((field) => !columns.includes(field));
  return {
    own: [],
    columns,
    names: columns,
    async *pages() {
      for await (const page of resultPages(deps, taskId, without))
        yield page.filter(shows).map(({ input, fields }) => ({
          key: input,
          own: [],
          values: columns.map((column) => (details[column] ? details[column](fields) : fields[column])),
        }));
    },
  };
}
