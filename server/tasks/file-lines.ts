import type { TaskDefinition } from '#tools/definition.ts';
import type { OptOutDeps } from '../opt-outs/opt-outs.ts';
import { resultPages } from './results.ts';
import type { CsvContent, TaskTool } from './task-tool.ts';

/** A line of a task's file. */
export interface FileLine {
  /** The same for the same line, also when more items have finished. */
  key: string;
  /** cells of the list that the task was started with */
  own: readonly string[];
  /** our values, in the order of the columns */
  values: readonly unknown[];
}

/** A task's results as lines: the columns of its own list, then ours. Files and saved lists are made of them. */
export interface FileLines {
  own: readonly string[];
  /** our columns, and their names beside the own ones */
  columns: readonly string[];
  names: readonly string[];
  pages(): AsyncIterable<FileLine[]>;
}

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
