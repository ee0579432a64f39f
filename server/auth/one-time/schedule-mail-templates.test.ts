import { describe, expect, it } from 'vitest';
import { SCHEDULE_MAILS } from './schedule-mail-templates.ts';

const RUN = {
  kind: 'schedule-ended' as const,
  accountId: '5b2c1a50-0000-4000-8000-000000000001',
  runId: '5b2c1a50-0000-4000-8000-000000000002',
  name: 'Weekly emails',
  path: '/dashboard/schedules',
  state: 'done' as const,
  first: false,
  added: 0,
  gone: 0,
  changed: 0,
  spent: 0,
  included: 0,
  problem: null,
};
const URL = 'https://leads.example/dashboard/schedules';

describe('the mail about a run of a schedule', () => {
  it('says what is new', () => {
    expect(SCHEDULE_MAILS.scheduleEnded({ ...RUN, added: 3, spent: 4 }, URL)).toMatchObject({
      subject: 'Weekly emails: 3 new',
      paragraphs: ['Since the run before: 3 new rows, 0 changed and 0 gone.', 'It cost 4 credits.'],
      button: { label: 'See what is new' },
    });
    expect(SCHEDULE_MAILS.scheduleEnded(RUN, URL).subject).toBe('Weekly emails: nothing new');
  });

  it('doesn’t say that nothing is new if nothing was looked at', () => {
    const problem = 'The list is full.';
    expect(SCHEDULE_MAILS.scheduleEnded({ ...RUN, state: 'skipped', problem }, URL)).toMatchObject({
      subject: 'Weekly emails: the run was skipped',
      heading: 'A run of Weekly emails was skipped',
      paragraphs: [problem, 'Nothing was charged.'],
      button: { label: 'Open the schedule' },
    });
    expect(SCHEDULE_MAILS.scheduleEnded({ ...RUN, state: 'failed', problem, spent: 1 }, URL)).toMatchObject({
      subject: 'Weekly emails: the run failed',
      paragraphs: [problem, 'It cost 1 credit before that.'],
    });
  });

  it('of one that paused says what it cost', () => {
    const paused = { kind: 'schedule-paused' as const, accountId: RUN.accountId, path: RUN.path };
    const text = (spent: number, included = 0) =>
      SCHEDULE_MAILS.schedulePaused({ ...paused, name: 'Weekly', reason: 'Gone.', spent, included }, URL)
        .paragraphs[0];
    expect(text(0)).toContain('Nothing was charged.');
    expect(text(7)).toContain('It cost 7 credits before that.');
    expect(text(7, 7)).toContain('What it did before that was included in your plan.');
  });

  it('says what the plan included, and charges nothing for it', () => {
    const done = (cost: { spent: number; included: number }) =>
      SCHEDULE_MAILS.scheduleEnded({ ...RUN, ...cost }, URL).paragraphs[1];
    expect(done({ spent: 12, included: 12 })).toBe('It was included in your plan.');
    expect(done({ spent: 12, included: 5 })).toBe('It cost 7 credits.');
    expect(done({ spent: 0, included: 0 })).toBe('It cost 0 credits.');
  });
});
