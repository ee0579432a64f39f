import type { TaskRowFilter } from '#contract/task-csv.ts';
import type { OptOutDeps } from '../opt-outs/opt-outs.ts';
import { fileLines } from './csv-file.ts';
import { ownRowsOnce } from './own-rows.ts';
import { type PersonChoice, perPersonOf, personContent } from './person-lines.ts';
import type { Result } from './results.ts';
import { isFiltered, readRowFilter } from './row-filter.ts';
import { findTask, type TaskRecord } from './store.ts';
import type { CsvContent, FileLines, TaskTools } from './task-tool.ts';

/** The results of one task of an account, for other features. */
export interface TaskResults {
  task: TaskRecord;
  /**
   * The lines of its file: those of the filter, and of them only those that `shows` keeps. `choice`: a line for each result,
   * the default, or for each person. Throws CallError.
   */
  lines(
    filter: TaskRowFilter,
    shows?: (result: Result) => boolean,
    choice?: PersonChoice,
  ): Promise<FileLines>;
}

/** Finds the results of a task. null: the account has no such task. */
export async function taskResults(
  deps: OptOutDeps & { taskTools: TaskTools },
  accountId: string,
  taskId: string,
): Promise<TaskResults | null> {
  const task = await findTask(deps.database.db, accountId, taskId);
  const tool = task && deps.taskTools.get(task.type);
  if (!task || !tool) return null;
  const { columns } = tool.definition.task.csv;
  return {
    task,
    async lines(filter, shows, choice = {}) {
      const perPerson = perPersonOf(tool, choice.per);
      const openList = ownRowsOnce(deps.database.db, task.id, tool);
      const content = await readRowFilter(task, tool, filter, openList);
      const wanted: CsvContent = {
        ...content,
        columns: perPerson?.columns ?? columns,
        ...(perPerson && personContent(perPerson, choice)),
        filtered: isFiltered(filter) || shows !== undefined,
        withoutData: true,
        shows: (result) => content.shows(result) && (shows?.(result) ?? true),
      };
      return fileLines(deps, task.id, tool, wanted, openList);
    },
  };
}
