import { parseCellItem } from '#contract/list-run-cells.ts';
import type { ResultFile } from '#server/tasks/task-tool.ts';

/** Names the cell of each result for people, as the page does. Results of earlier versions don't have it themselves. */
export const RUN_FILE: ResultFile = {
  headers: { line: 'row' },
  details: {
    line: (_, input) => parseCellItem(input)?.line,
    column: (_, input) => parseCellItem(input)?.name,
  },
};
