import type { StopReason, TaskStatus, TaskType, TaskView } from '#contract/tasks.ts';
import { formatNumber, plural } from '../../lib/format.ts';

/** What the browser shows of one tool's tasks: its name, its page, what it counts and the name of its file. */
export interface TaskTypeWords {
  name: string;
  /** the tool's page */
  page: string;
  /** whether the page can show one of its tasks by `?task=` */
  opensTasks: boolean;
  /** one item, as a countable noun */
  item: string;
  /** what its failed items are called */
  failed: string;
  csvFile: string;
}

const WORDS: Record<TaskType, Omit<TaskTypeWords, 'csvFile'>> = {
  'lead-enrichment': {
    name: 'Lead Enrichment',
    page: '/dashboard/lead-enrichment',
    opensTasks: false,
    item: 'lead',
    failed: 'Failed',
  },
  'website-extraction': {
    name: 'Website Extraction',
    page: '/dashboard/website-extraction',
    opensTasks: true,
    item: 'URL',
    failed: 'Failed',
  },
  'csv-extraction': {
    name: 'Verified Email Finder',
    page: '/dashboard/verified-email-finder',
    opensTasks: true,
    item: 'row',
    failed: 'Unknown',
  },
  'company-to-domain': {
    name: 'Company To Domain',
    page: '/dashboard/company-to-domain',
    opensTasks: false,
    item: 'name',
    failed: 'Failed',
  },
  'linkedin-enrichment': {
    name: 'LinkedIn Enrichment',
    page: '/dashboard/linkedin-enrichment',
    opensTasks: false,
    item: 'profile',
    failed: 'Failed',
  },
};

/** `now` in ms since the epoch; file names carry the UTC date (spec lead tools §9, docs/deviations.md 20). */
export function taskTypeWords(type: TaskType, now: number): TaskTypeWords {
  const date = new Date(now).toISOString().slice(0, 10);
  const csvFiles: Record<TaskType, string> = {
    'lead-enrichment': `lead_enrichment_${date}.csv`,
    'website-extraction': 'website_extraction_results.csv',
    'csv-extraction': 'csv_extraction_results.csv',
    'company-to-domain': `company_to_domain_results_${date}.csv`,
    'linkedin-enrichment': `linkedin_enrichment_${date}.csv`,
  };
  return { ...WORDS[type], csvFile: csvFiles[type] };
}

/** The address of the tool's page with this task open, or null where the page cannot show one. */
export function taskAddress(task: Pick<TaskView, 'id' | 'type'>): string | null {
  const words = WORDS[task.type];
  return words.opensTasks ? `${words.page}?task=${task.id}` : null;
}

export interface StatusWords {
  word: string;
  tone: 'neutral' | 'success' | 'warning' | 'danger';
}

/** A task's state in a word. Why a cancelled task stopped is part of the word: the person did it, or the credits did. */
export function statusWords(status: TaskStatus, stopReason: StopReason | null): StatusWords {
  switch (status) {
    case 'queued':
      return { word: 'Queued', tone: 'neutral' };
    case 'processing':
      return { word: 'Running', tone: 'neutral' };
    case 'completed':
      return { word: 'Completed', tone: 'success' };
    case 'failed':
      return { word: 'Failed', tone: 'danger' };
    case 'timeout':
      return { word: 'Timed out', tone: 'warning' };
    case 'cancelled':
      return stopReason === 'credits'
        ? { word: 'Out of credits', tone: 'warning' }
        : { word: 'Cancelled', tone: 'neutral' };
  }
}

type Counters = Pick<TaskView, 'total' | 'processed' | 'found' | 'failed'>;

/** Settled items in which nothing was found, though they could be worked. */
export function notFoundCount(task: Counters): number {
  return Math.max(0, task.processed - task.found - task.failed);
}

/** "12 of 28 URLs done, 7 found, 3 not found, 2 failed": what a screen reader is told. */
export function progressSentence(
  task: Counters,
  { item, failed }: Pick<TaskTypeWords, 'item' | 'failed'>,
): string {
  return [
    `${formatNumber(task.processed)} of ${plural(task.total, item)} done`,
    `${formatNumber(task.found)} found`,
    `${formatNumber(notFoundCount(task))} not found`,
    `${formatNumber(task.failed)} ${failed.toLowerCase()}`,
  ].join(', ');
}

/** The tenth of the work that is done, 0 to 10: progress is announced when it changes, not each second. */
export function progressTenth(task: Counters): number {
  return task.total > 0 ? Math.floor((10 * task.processed) / task.total) : 0;
}
