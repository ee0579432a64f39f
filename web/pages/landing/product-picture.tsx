import { CircleCheck, RotateCcw, Unplug } from 'lucide-react';
import { useEffect, useState } from 'react';
import { plural } from '#contract/plural.ts';
import { cn } from '../../lib/class-names.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { SHOWN_TOOL } from '../visitor-facts.ts';
import { SAMPLE_ROWS, type SampleRow, sampleCounters } from './sample-run.ts';

const ROW_EVERY_MS = 900;
const STARTING_CREDITS = 1000;

/**
 * A live demo on sample data: rows arrive one by one, and selecting a row shows its source. With reduced motion, all
 * are there.
 */
export function ProductPicture() {
  const [done, setDone] = useState(1);
  const [selected, setSelected] = useState(0);
  const counters = sampleCounters(done);
  const running = done < SAMPLE_ROWS.length;

  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) setDone(SAMPLE_ROWS.length);
  }, []);

  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => setDone(done + 1), ROW_EVERY_MS);
    return () => clearTimeout(timer);
  }, [done, running]);

  const shown = SAMPLE_ROWS[Math.min(selected, Math.max(0, done - 1))];
  return (
    <figure aria-label={`${SHOWN_TOOL} running on sample data`} className="min-w-0">
      <div className="overflow-hidden rounded-xl border border-border bg-card text-sm shadow-[0_1px_2px_rgb(0_0_0/0.04),0_16px_40px_-24px_rgb(0_0_0/0.18)]">
        <div className="flex h-12 items-center justify-between gap-3 border-b border-border px-4">
          <span className="text-base font-semibold tracking-tight">{SHOWN_TOOL}</span>
          <Button
            variant="ghost"
            size="sm"
            disabled={running}
            onClick={() => {
              setDone(0);
              setSelected(0);
            }}
          >
            <RotateCcw aria-hidden /> Run again
          </Button>
        </div>
        <div className="border-b border-border px-4 py-3">
          <div className="flex flex-wrap justify-between gap-x-4 text-muted-foreground tabular-nums">
            <span>
              <span className="font-medium text-foreground">
                {counters.done} of {counters.total}
              </span>{' '}
              URLs
            </span>
            <span>
              {counters.found} found · {counters.failed} failed · {plural(counters.spent, 'credit')} spent
              <span className="hidden sm:inline"> · {STARTING_CREDITS - counters.spent} left</span>
            </span>
          </div>
          <Progress
            label="Sample run progress"
            done={counters.done}
            total={counters.total}
            className="mt-2.5"
          />
        </div>
        <ul className="h-[245px]">
          {SAMPLE_ROWS.slice(0, done).map((row, index) => (
            <Row key={row.site} row={row} selected={row === shown} onSelect={() => setSelected(index)} />
          ))}
        </ul>
        <p className="flex min-h-16 items-center border-t border-border bg-surface px-4 py-2.5 text-muted-foreground">
          {shown && done > 0 ? (
            <span>
              <span className="font-medium text-foreground">{shown.site}: </span>
              {shown.receipt}
            </span>
          ) : (
            'Reading the first site…'
          )}
        </p>
      </div>
      <figcaption className="mt-3 text-sm text-muted-foreground">
        Sample data. Select a row to see its source.
      </figcaption>
    </figure>
  );
}

function Row({ row, selected, onSelect }: { row: SampleRow; selected: boolean; onSelect: () => void }) {
  return (
    <li className="animate-fade-in border-b border-border last:border-b-0">
      <button
        type="button"
        aria-pressed={selected}
        onClick={onSelect}
        className={cn(
          'grid h-10 w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-3 px-4 text-left -outline-offset-2 transition-colors hover:bg-surface sm:grid-cols-[minmax(0,1fr)_8rem_5.25rem] xl:grid-cols-[minmax(0,1fr)_8rem_4.5rem_5.25rem]',
          selected && 'bg-muted hover:bg-muted',
        )}
      >
        <span className={cn('truncate', row.email ? 'font-medium' : 'text-muted-foreground')}>
          {row.email ?? row.site}
        </span>
        <span className="hidden truncate text-muted-foreground tabular-nums sm:block">{row.phone}</span>
        <span className="hidden truncate text-muted-foreground xl:block">
          {row.profiles > 0 && plural(row.profiles, 'profile')}
        </span>
        {row.outcome === 'found' ? (
          <Badge tone="success" className="justify-self-end">
            <CircleCheck aria-hidden /> Found
          </Badge>
        ) : (
          <Badge tone="danger" className="justify-self-end">
            <Unplug aria-hidden /> Failed
          </Badge>
        )}
      </button>
    </li>
  );
}
