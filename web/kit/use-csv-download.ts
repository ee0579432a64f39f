import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { TASK_CALLS } from '#contract/calls/task-calls.ts';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { TaskCsvOptions } from '#contract/task-csv.ts';
import type { TaskView } from '#contract/tasks.ts';
import { toolOfType } from '#tools/index/tools.ts';
import { downloadCall, downloadCsv } from '../lib/download.ts';
import { toast } from '../lib/toast.ts';
import { csvFileName } from './task-labels.ts';

export type CsvChoice = z.input<typeof TaskCsvOptions>;

/** Downloads a task's finished rows, also while it runs. The toast counts the rows of a CSV file. */
export function useCsvDownload(task: Pick<TaskView, 'id' | 'type' | 'processed' | 'found'>) {
  const { messages, csv } = toolOfType(task.type)?.task ?? {};
  const refusal = csv?.refusal?.(task) ?? null;
  return useMutation({
    mutationFn: async (choice: CsvChoice) => {
      if (refusal !== null || task.processed === 0) return null;
      const input = { id: task.id, ...choice };
      const name = csvFileName(task.type, Date.now());
      if (choice.format !== 'xlsx') return downloadCsv(TASK_CALLS.taskCsv, input, name);
      await downloadCall(TASK_CALLS.taskCsv, input, name.replace(/\.csv$/, '.xlsx'));
      return undefined;
    },
    onSuccess: (rows) => {
      if (rows === undefined) toast.success('Downloaded the Excel workbook');
      else if (refusal !== null) toast.error(refusal);
      else if (rows === null) toast.info(MESSAGES.csv.nothingToExport);
      else toast.success((messages?.downloaded ?? MESSAGES.csv.downloaded)(rows));
    },
    onError: (error) => {
      const description = error instanceof CallError ? error.message : undefined;
      toast.error(MESSAGES.csv.downloadFailed, { description });
    },
  });
}
