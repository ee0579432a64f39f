import { ArrowLeft, ArrowRight, Check, Play } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import type { StopReason, TaskStatus } from '#contract/tasks.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent } from '../../ui/card.tsx';
import { GUIDE_PICTURE_SIZE, type Guide, type GuideStatus } from '../guide.ts';
import { Questions } from '../questions.tsx';
import { TaskStatusBadge } from '../task-status.tsx';
import { GUIDES } from './guides.ts';

/** The help for one tool. `base`: the address of How To Use, public or in the dashboard. */
export function GuideArticle({ guide, base }: { guide: Guide; base: string }) {
  const { picture } = guide;
  return (
    <article className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="grid min-w-0 grid-cols-1 content-start gap-10">
        {picture && (
          <img
            src={picture.src}
            alt={picture.alt}
            {...GUIDE_PICTURE_SIZE}
            loading="lazy"
            className="h-auto w-full rounded-xl border border-border"
          />
        )}
        <section aria-labelledby="steps">
          <h2 id="steps" className="text-xl">
            How it works
          </h2>
          <ol className="mt-3 grid gap-3">
            {guide.steps.map((step, index) => (
              <li key={step} className="flex gap-3">
                <StepNumber>{index + 1}</StepNumber>
                <span className="max-w-[68ch] pt-0.5">{step}</span>
              </li>
            ))}
          </ol>
        </section>
        <Meanings title="What each status means" entries={guide.statuses} />
        {guide.runsTasks && <TaskStates />}
        <Questions title="Questions and answers" questions={guide.questions} />
        <OtherGuides guide={guide} base={base} />
      </div>
      {/* First on a phone: what it costs, and how to try it. */}
      <aside className="order-first grid grid-cols-1 content-start gap-4 sm:grid-cols-2 lg:sticky lg:top-24 lg:order-none lg:grid-cols-1 lg:self-start">
        <Card>
          <CardContent>
            <h2 className="text-lg">What it costs</h2>
            <ul className="mt-2 grid gap-1">
              {guide.costs.map((cost, index) => (
                <li key={cost} className={index === 0 ? 'font-medium' : 'text-muted-foreground'}>
                  {cost}
                </li>
              ))}
            </ul>
            <h3 className="mt-4 font-medium tracking-normal">Always free</h3>
            <ul className="mt-1.5 grid gap-1.5 text-muted-foreground">
              {guide.free.map((text) => (
                <li key={text} className="flex gap-2">
                  <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
                  {text}
                </li>
              ))}
            </ul>
          </CardContent>
        </Card>
        <Card>
          <CardContent>
            <h2 className="text-lg">Try it now</h2>
            <p className="mt-1 text-muted-foreground">{guide.sample.note} Nothing starts until you say so.</p>
            {/* Wide tabs, so that a sample of two columns is in columns. */}
            <pre className="mt-3 rounded-md border border-border bg-surface px-3 py-2 text-xs leading-5 wrap-anywhere whitespace-pre-wrap [tab-size:21]">
              {guide.sample.lines.join('\n')}
            </pre>
            <Button asChild className="mt-3 w-full">
              <Link to={guide.sample.path}>
                <Play aria-hidden /> {guide.sample.action ?? 'Open with this sample'}
              </Link>
            </Button>
          </CardContent>
        </Card>
      </aside>
    </article>
  );
}

export function StepNumber({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden
      className="flex size-6 shrink-0 items-center justify-center rounded-full border border-border bg-surface text-sm font-medium tabular-nums"
    >
      {children}
    </span>
  );
}

function OtherGuides({ guide, base }: { guide: Guide; base: string }) {
  const index = GUIDES.indexOf(guide);
  const next = GUIDES[(index + 1) % GUIDES.length];
  return (
    <nav aria-label="Guides" className="flex flex-wrap justify-between gap-3 border-t border-border pt-6">
      <Link to={base} className="inline-flex min-h-6 items-center gap-1.5 font-medium text-accent">
        <ArrowLeft aria-hidden className="size-4" /> All guides
      </Link>
      {next && (
        <Link
          to={`${base}/${next.slug}`}
          className="inline-flex min-h-6 items-center gap-1.5 font-medium text-accent"
        >
          Next: {next.title} <ArrowRight aria-hidden className="size-4" />
        </Link>
      )}
    </nav>
  );
}

const STATES: readonly { status: TaskStatus; stop_reason: StopReason | null; meaning: string }[] = [
  { status: 'queued', stop_reason: null, meaning: 'Waiting for its turn. It starts automatically.' },
  { status: 'processing', stop_reason: null, meaning: 'In progress. You can close the tab.' },
  { status: 'completed', stop_reason: null, meaning: 'Every line is done.' },
  {
    status: 'cancelled',
    stop_reason: null,
    meaning: 'You stopped it. Finished rows are kept. Click Resume to do the rest.',
  },
  {
    status: 'cancelled',
    stop_reason: 'credits',
    meaning: 'Your credits ran out. Finished rows are kept. Resume it when you have credits.',
  },
  {
    status: 'timeout',
    stop_reason: null,
    meaning: 'It made no progress for too long. Finished rows are kept. Click Resume to do the rest.',
  },
  {
    status: 'failed',
    stop_reason: null,
    meaning: 'Something broke on our side. Unfinished lines cost nothing. Resume it.',
  },
];

function TaskStates() {
  return (
    <Meanings
      title="What the status of a run means"
      entries={STATES.map(({ status, stop_reason, meaning }) => ({
        key: `${status}-${stop_reason}`,
        badge: <TaskStatusBadge task={{ status, stop_reason }} />,
        meaning,
      }))}
    />
  );
}

function Meanings({ title, entries }: { title: string; entries: readonly GuideStatus[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <dl className="mt-3 border-y border-border">
        {entries.map(({ key, badge, meaning }) => (
          <div
            key={key}
            className="grid gap-x-6 gap-y-1.5 border-b border-border py-3 last:border-b-0 sm:grid-cols-[11rem_minmax(0,1fr)]"
          >
            <dt className="flex items-start">{badge}</dt>
            <dd className="max-w-[68ch] text-muted-foreground">{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
