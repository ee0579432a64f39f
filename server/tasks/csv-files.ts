import type { TaskType } from '#contract/tasks.ts';
import { WEBSITE_CSV_COLUMNS } from '#contract/website.ts';
import { emailCsv } from '../emails/email-csv.ts';
import type { Db } from '../platform/db.ts';
import { csvText } from './results.ts';

/** How a task's results become a file: `text` yields it in pieces, header first. */
export interface CsvFile {
  name: string;
  text(db: Db, taskId: string): AsyncIterable<string>;
}

/** A type without an entry has no tool yet. */
const CSV_FILES: Partial<Record<TaskType, CsvFile>> = {
  'website-extraction': {
    name: 'website_extraction_results.csv',
    text: (db, taskId) => csvText(db, taskId, WEBSITE_CSV_COLUMNS),
  },
  'csv-extraction': { name: 'csv_extraction_results.csv', text: emailCsv },
};

export function csvFileOf(type: TaskType): CsvFile | undefined {
  return CSV_FILES[type];
}
