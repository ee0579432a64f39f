import { plural } from '#contract/plural.ts';
import type { MailContent } from '../../platform/mail/mail-layout.ts';
import type { MailJob } from './mail-queue.ts';

type Ended = Extract<MailJob, { kind: 'schedule-ended' }>;
type Paused = Extract<MailJob, { kind: 'schedule-paused' }>;

/** Mails about schedules. They have counts, and no contacts. */
export const SCHEDULE_MAILS = {
  scheduleEnded: (run: Ended, url: string): MailContent => ({
    ...(run.state === 'done' ? doneRun(run, url) : stoppedRun(run, url)),
    unexpected: 'To stop these emails, edit the schedule.',
    reason: 'You get this email because of a schedule in your Leadwell account.',
  }),
  schedulePaused: ({ name, reason, ...run }: Paused, url: string): MailContent => ({
    subject: `${name} was paused`,
    heading: 'A schedule was paused',
    paragraphs: [
      run.spent > 0
        ? `Your schedule “${name}” could not finish its run, so we paused it. ${costBefore(run)}`
        : `Your schedule “${name}” could not run, so we paused it. Nothing was charged.`,
      reason,
      'When this is solved, open the schedule and resume it.',
    ],
    button: { label: 'Open the schedule', url },
    unexpected: "If you don't need this schedule anymore, delete it.",
    reason: 'You get this email because it affects your Leadwell account.',
  }),
};

type About = Pick<MailContent, 'subject' | 'heading' | 'paragraphs' | 'button'>;

function doneRun(run: Ended, url: string): About {
  return {
    subject: `${run.name}: ${foundWords(run)}`,
    heading: `${run.name} ran`,
    paragraphs: [
      run.first
        ? `The first run found ${plural(run.added, 'row')}. From now on, you see what is new.`
        : `Since the run before: ${plural(run.added, 'new row')}, ${run.changed.toLocaleString('en-US')} changed and ${run.gone.toLocaleString('en-US')} gone.`,
      isIncluded(run) ? 'It was included in your plan.' : `It cost ${plural(charged(run), 'credit')}.`,
      ...(run.problem === null ? [] : [run.problem]),
    ],
    button: { label: 'See what is new', url },
  };
}

/** A run that looked for nothing new: it must not read as if there were nothing. */
function stoppedRun({ name, state, problem, ...run }: Ended, url: string): About {
  const what = state === 'skipped' ? 'was skipped' : 'failed';
  return {
    subject: `${name}: the run ${what}`,
    heading: `A run of ${name} ${what}`,
    paragraphs: [
      ...(problem === null ? [] : [problem]),
      run.spent > 0 ? costBefore(run) : 'Nothing was charged.',
    ],
    button: { label: 'Open the schedule', url },
  };
}

type Cost = Pick<Ended, 'spent' | 'included'>;

function charged({ spent, included }: Cost): number {
  return Math.max(0, spent - included);
}

function isIncluded(cost: Cost): boolean {
  return cost.included > 0 && charged(cost) === 0;
}

/** What a run cost before it stopped. */
function costBefore(cost: Cost): string {
  return isIncluded(cost)
    ? 'What it did before that was included in your plan.'
    : `It cost ${plural(charged(cost), 'credit')} before that.`;
}

function foundWords({ first, added, gone, changed }: Ended): string {
  if (first) return plural(added, 'row');
  if (added + gone + changed === 0) return 'nothing new';
  const parts = [
    [added, 'new'],
    [changed, 'changed'],
    [gone, 'gone'],
  ] as const;
  return parts
    .flatMap(([number, word]) => (number > 0 ? [`${number.toLocaleString('en-US')} ${word}`] : []))
    .join(', ');
}
