import { describe, expect, it } from 'vitest';
import { TASK_STATUSES } from '#contract/tasks.ts';
import { historyFilter, readHistoryPart, STATUS_CHOICES, writeHistoryPart } from './history-part.ts';

const TYPES = ['website-extraction'];
const ALL = { search: '', type: '', status: '', page: 1 };

describe('the shown part of the task history', () => {
  it('is written to the URL and read back', () => {
    const part = { search: 'acme', type: 'website-extraction', status: 'failed', page: 3 };
    const params = writeHistoryPart(part, { page: 3 });
    expect(params.toString()).toBe('q=acme&type=website-extraction&status=failed&page=3');
    expect(readHistoryPart(params, TYPES)).toEqual(part);
    expect(writeHistoryPart(ALL, {}).toString()).toBe('');
  });

  it('starts at the first page after a change of a filter', () => {
    expect(writeHistoryPart({ ...ALL, page: 4 }, { search: 'acme' }).toString()).toBe('q=acme');
  });

  it('ignores what this version does not know', () => {
    const params = new URLSearchParams('type=none&status=toString&page=-2');
    expect(readHistoryPart(params, TYPES)).toEqual(ALL);
    expect(readHistoryPart(new URLSearchParams('page=1e300'), TYPES).page).toBe(100_000);
  });

  it('can be filtered by every status', () => {
    const covered = Object.values(STATUS_CHOICES).flatMap(({ statuses, undone }) => (undone ? [] : statuses));
    expect(covered.toSorted()).toEqual(TASK_STATUSES.toSorted());
  });

  it('asks for all tasks unless there is a filter', () => {
    expect(historyFilter({ ...ALL, search: '  ', page: 2 })).toBeNull();
    expect(historyFilter({ ...ALL, status: 'running' })).toEqual({
      text: '',
      type: '',
      statuses: ['queued', 'processing'],
      undone: false,
    });
    expect(historyFilter({ ...ALL, status: 'undone' })).toMatchObject({ undone: true });
    expect(historyFilter({ ...ALL, search: 'acme' })?.undone).toBeUndefined();
  });
});
