import { ArrowRight, MonitorPlay } from 'lucide-react';
import { Link } from 'react-router';
import { cn } from '../../lib/class-names.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Questions } from '../questions.tsx';
import { GENERAL_QUESTIONS, GETTING_STARTED } from './getting-started.ts';
import { StepNumber } from './guide-article.tsx';
import { GUIDES } from './guides.ts';

// The last card fills its row, by the number of cards in it.
const TWO_COLUMNS = ['sm:col-span-2', 'sm:col-span-1'] as const;
const THREE_COLUMNS = ['lg:col-span-3', 'lg:col-span-2', 'lg:col-span-1'] as const;

/** How To Use: the first steps, a guide for each tool, the tutorials, questions. `base`: its address. */
export function GuideOverview({ base }: { base: string }) {
  return (
    <div className="grid grid-cols-1 gap-12">
      <section aria-labelledby="start">
        <h2 id="start" className="text-xl">
          Get started in five steps
        </h2>
        <ol className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-5">
          {GETTING_STARTED.map(({ title, text }, index) => (
            <li key={title} className="flex gap-3 lg:flex-col">
              <StepNumber>{index + 1}</StepNumber>
              <div>
                <h3 className="text-base tracking-normal">{title}</h3>
                <p className="mt-1 text-muted-foreground">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="guides">
        <h2 id="guides" className="text-xl">
          Guides
        </h2>
        <p className="mt-1 max-w-[72ch] text-muted-foreground">
          What each tool does, what it costs, what its results mean, and a sample to try.
        </p>
        <ul className="mt-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {GUIDES.map((guide) => (
            <li key={guide.slug} className="min-w-0">
              <Link
                to={`${base}/${guide.slug}`}
                className="group flex h-full flex-col justify-between gap-4 rounded-xl border border-border bg-card p-5 transition-colors hover:border-input"
              >
                <div>
                  <h3 className="text-lg">{guide.title}</h3>
                  <p className="mt-1.5 text-muted-foreground">{guide.summary}</p>
                </div>
                <p className="flex items-center justify-between gap-3 text-sm text-muted-foreground">
                  {guide.costs[0]}
                  <ArrowRight
                    aria-hidden
                    className="size-4 shrink-0 transition-transform group-hover:translate-x-0.5"
                  />
                </p>
              </Link>
            </li>
          ))}
          <li className={cn('min-w-0', TWO_COLUMNS[GUIDES.length % 2], THREE_COLUMNS[GUIDES.length % 3])}>
            <Card className="flex h-full flex-col justify-between gap-4 p-5">
              <div>
                <h3 className="flex items-center gap-2 text-lg">
                  <MonitorPlay aria-hidden className="size-5 shrink-0 text-muted-foreground" />
                  Lead generation tutorials
                </h3>
                <p className="mt-1.5 text-muted-foreground">
                  Jobs from start to finish: extract contacts, verify a list, search a database, and collect
                  from maps.
                </p>
              </div>
              <div>
                <Button asChild variant="secondary">
                  <Link to="/dashboard/lead-generation-tutorials">Open tutorials</Link>
                </Button>
              </div>
            </Card>
          </li>
        </ul>
      </section>
      <Questions title="Questions and answers" questions={GENERAL_QUESTIONS} />
    </div>
  );
}
