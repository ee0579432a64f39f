import { TASK_STATUSES, type TaskStatus } from '#contract/tasks.ts';
import type { TaskFilter } from '../../kit/use-task.ts';

/** What part of the task history is shown. In the URL it is `q`, `type`, `status` and `page`. */
export interface HistoryPart {
  search: string;
  /** a type of task; empty for all */
  type: string;
  /** a value of STATUS_CHOICES; empty for all */
  status: string;
  /** the first page is 1 */
  page: number;
}

export const SEARCH_MAX_CHARS = 200;
/** The last page that can be asked for. */
const PAGES_MAX = 100_000;

/** The choices of the status filter, with the statuses of each. Undone runs are none of the others, as their badges say. */
export const STATUS_CHOICES: Readonly<
  Record<string, { label: string; statuses: readonly TaskStatus[]; undone?: true }>
> = {
  running: { label: 'Running or queued', statuses: ['queued', 'processing'] },
  completed: { label: 'Completed', statuses: ['completed'] },
  timeout: { label: 'Timed out', statuses: ['timeout'] },
  cancelled: { label: 'Cancelled or out of credits', statuses: ['cancelled'] },
  failed: { label: 'Failed', statuses: ['failed'] },
  undone: { label: 'Undone', statuses: TASK_STATUSES, undone: true },
};

/** Reads the part from the URL. Unknown types, statuses and pages are left out. */
export function readHistoryPart(params: URLSearchParams, types: readonly string[]): HistoryPart {
  const type = params.get('type') ?? '';
  const status = params.get('status') ?? '';
  return {
    search: (params.get('q') ?? '').slice(0, SEARCH_MAX_CHARS),
    type: types.includes(type) ? type : '',
    status: Object.hasOwn(STATUS_CHOICES, status) ? status : '',
    page: Math.min(PAGES_MAX, Math.max(1, Math.trunc(Number(params.get('page'))) || 1)),
  };
}

/** The URL parameters with a changed part. Another filter starts at the first page. */
export function writeHistoryPart(part: HistoryPart, change: Partial<HistoryPart>): URLSearchParams {
  const { search, type, status, page } = { ...part, page: 1, ...change };
  const params = new URLSearchParams();
  if (search.trim()) params.set('q', search);
  if (type) params.set('type', type);
  if (status) params.set('status', status);
  if (page > 1) params.set('page', String(page));
  return params;
}

/** The filter of the request for a part; null if it has all tasks. */
export function historyFilter({ search, type, status }: HistoryPart): TaskFilter | null {
  const text = search.trim();
  if (!text && !type && !status) return null;
  const choice = STATUS_CHOICES[status];
  if (!choice) return { text, type, statuses: TASK_STATUSES };
  return { text, type, statuses: choice.statuses, undone: choice.undone ?? false };
}
