import { describe, expect, it } from 'vitest';
import { TASK_STATUSES } from '#contract/tasks.ts';
import { hasTasks, TOOLS, taskPath } from '#tools/index/tools.ts';
import {
  canRetry,
  csvFileName,
  notFoundCount,
  progressSentence,
  progressTenth,
  retryLabel,
  statusLabel,
  taskLabels,
} from './task-labels.ts';

const NEW_YEAR_UTC = Date.UTC(2026, 0, 1, 0, 30);

describe('task labels', () => {
  it('names files as the specification does, with the UTC date', () => {
    const files = Object.fromEntries(
      TOOLS.filter(hasTasks).map(({ task: { type } }) => [type, csvFileName(type, NEW_YEAR_UTC)]),
    );
    expect(files).toMatchObject({
      'website-extraction': 'website_extraction_results.csv',
      'csv-extraction': 'csv_extraction_results.csv',
      'company-to-domain': 'company_to_domain_results_2026-01-01.csv',
      'linkedin-enrichment': 'linkedin_enrichment_2026-01-01.csv',
    });
  });

  it('links to the page of a task, or to the list that it worked', () => {
    const id = '5b2c1a50-0000-4000-8000-000000000001';
    const path = (type: string, options = {}) => taskPath({ id, type, options });
    expect(path('website-extraction')).toBe(`/dashboard/website-extraction?task=${id}`);
    expect(path('csv-extraction')).toBe(`/dashboard/verified-email-finder?task=${id}`);
    expect(path('lead-enrichment', { list: 'abc' })).toBe('/dashboard/lead-enrichment/abc');
    expect(path('lead-enrichment')).toBeNull();
    const gone = { id, type: 'lead-enrichment', options: { list: 'abc' }, list_deleted: true };
    expect(taskPath(gone)).toBeNull();
  });

  it('has plain labels for a task of an unknown tool', () => {
    expect(taskLabels('retired-tool')).toMatchObject({ name: 'retired-tool', item: 'item' });
    expect(csvFileName('retired-tool', NEW_YEAR_UTC)).toBe('retired-tool_2026-01-01.csv');
    expect(taskPath({ id: '1', type: 'retired-tool', options: {} })).toBeNull();
  });

  it('has a different label for each status, and one for running out of credits', () => {
    const labels = TASK_STATUSES.map((status) => statusLabel(status, null).label);
    expect(new Set(labels).size).toBe(TASK_STATUSES.length);
    expect(statusLabel('cancelled', 'user').label).toBe('Cancelled');
    expect(statusLabel('cancelled', 'credits')).toEqual({ label: 'Out of credits', tone: 'warning' });
    expect(statusLabel('cancelled', 'budget')).toEqual({ label: 'Budget used up', tone: 'warning' });
  });

  it('offers to run only failures again that can succeed', () => {
    const stopped = {
      id: '1',
      status: 'completed',
      rows_deleted_at: null,
      finished_at: null,
      options: {},
    } as const;
    const task = { ...stopped, type: 'website-extraction', failed: 120, retryable: 3 };
    expect(canRetry(task)).toBe(true);
    expect(retryLabel(task)).toBe('Run 3 failed URLs again');
    expect(canRetry({ ...task, retryable: 0 })).toBe(false);
  });

  it('counts items without a result', () => {
    const task = { total: 1_200, processed: 612, found: 500, failed: 100 };
    expect(notFoundCount(task)).toBe(12);
    expect(progressSentence(task, { item: 'URL', failed: 'Failed' })).toBe(
      '612 of 1,200 URLs done, 500 found, 12 not found, 100 failed',
    );
    expect(progressTenth(task)).toBe(5);
    expect(progressTenth({ total: 0, processed: 0, found: 0, failed: 0 })).toBe(0);
  });
});

it('shows unknown answers in another color than failures', () => {
  expect(taskLabels('website-extraction').failedColor).toBe('bg-danger');
  expect(taskLabels('csv-extraction')).toMatchObject({ failed: 'Unknown', failedColor: 'bg-warning' });
});
