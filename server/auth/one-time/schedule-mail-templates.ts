import { pluralForm } from '#contract/plural.ts';
import type { MailContent } from '../../platform/mail/mail-layout.ts';
import type { MailJob } from './mail-queue.ts';

type Ended = Extract<MailJob, { kind: 'schedule-ended' }>;
type Paused = Extract<MailJob, { kind: 'schedule-paused' }>;

/** Mails about schedules. They have counts, and no contacts. */
export const SCHEDULE_MAILS = {
  scheduleEnded: (run: Ended, url: string): MailContent => ({
    subject: `${run.name}: ${foundWords(run)}`,
    heading: `${run.name} ran`,
    paragraphs: [
      run.first
        ? `The first run found ${count(run.added, 'row')}. From now on, you see what is new.`
        : `Since the run before: ${count(run.added, 'new row')}, ${run.changed.toLocaleString('en-US')} changed and ${run.gone.toLocaleString('en-US')} gone.`,
      `It cost ${count(run.spent, 'credit')}.`,
      ...(run.problem === null ? [] : [run.problem]),
    ],
    button: { label: 'See what is new', url },
    unexpected: 'To stop these emails, edit the schedule.',
    reason: 'You get this email because a schedule of your Leadwell account ran.',
  }),
  schedulePaused: ({ name, reason }: Paused, url: string): MailContent => ({
    subject: `${name} was paused`,
    heading: 'A schedule was paused',
    paragraphs: [
      `Your schedule “${name}” could not run, so we paused it. Nothing was started, and nothing was charged.`,
      reason,
      'When this is solved, open the schedule and resume it.',
    ],
    button: { label: 'Open the schedule', url },
    unexpected: "If you don't need this schedule anymore, delete it.",
    reason: 'You get this email because it affects your Leadwell account.',
  }),
};

function foundWords({ first, added, gone, changed }: Ended): string {
  if (first) return count(added, 'row');
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

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${pluralForm(number, noun)}`;
}
