import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { CreditDay } from '#contract/analytics.ts';
import { plural } from '#contract/plural.ts';
import { cn } from '../../lib/class-names.ts';
import { formatNumber } from '../../lib/format.ts';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { barShare, chartScale, labeledBars } from './chart-scale.ts';

const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** 2026-11-22 -> "Nov 22". */
function dayLabel(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`));
}

/** What a day cost: "30 credits", or with a plan that covers some "30 credits, 12 more included". */
function dayText({ used, included }: CreditDay): string {
  if (included === 0) return plural(used, 'credit');
  return used === 0
    ? `${plural(included, 'credit')} included`
    : `${plural(used, 'credit')}, ${formatNumber(included)} more included`;
}

/**
 * Credits per day as bars, oldest first. One tab stop: the arrow keys go from day to day, and a screen reader reads
 * each. A pointer or finger does the same.
 */
export function CreditChart({ days }: { days: readonly CreditDay[] }) {
  const [position, setAt] = useState<number | null>(null);
  const total = (key: 'used' | 'included') => days.reduce((sum, day) => sum + day[key], 0);
  const both = days.some(({ used }) => used > 0) && days.some(({ included }) => included > 0);
  const { top, ticks } = chartScale(
    Math.max(...days.map(({ used, included }) => Math.max(0, used) + Math.max(0, included))),
  );
  const last = days.length - 1;
  const shown = position === null ? undefined : days[position];

  const onKeyDown = (event: KeyboardEvent) => {
    const from = position ?? last;
    const next = {
      ArrowLeft: from - 1,
      ArrowDown: from - 1,
      ArrowRight: from + 1,
      ArrowUp: from + 1,
      PageDown: from - 7,
      PageUp: from + 7,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setAt(Math.min(last, Math.max(0, next)));
  };
  const onPointer = (event: PointerEvent<HTMLElement>) => {
    // When the page scrolls under a resting mouse, the keyboard keeps its day.
    if (event.type === 'pointermove' && event.movementX === 0 && event.movementY === 0) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const day = Math.floor((days.length * (event.clientX - left)) / width);
    setAt(Math.min(last, Math.max(0, day)));
  };
  const valueText = (day: CreditDay | undefined) => day && `${dayLabel(day.day)}: ${dayText(day)}`;

  return (
    <div className="flex flex-1 flex-col">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="tabular-nums">
          <span className="font-semibold">
            {shown ? dayText(shown) : dayText({ day: '', used: total('used'), included: total('included') })}
          </span>{' '}
          <span className="text-muted-foreground">{shown ? `on ${dayLabel(shown.day)}` : 'in 30 days'}</span>
        </p>
        {both && <Legend />}
      </div>
      <div className="mt-4 flex min-h-44 flex-1 gap-2">
        <ol
          aria-hidden
          className="relative w-9 shrink-0 text-right text-xs text-muted-foreground tabular-nums"
        >
          {ticks.map((tick) => (
            <li
              key={tick}
              className="absolute right-0 translate-y-1/2"
              style={{ bottom: `${(100 * tick) / top}%` }}
            >
              {compact(tick)}
            </li>
          ))}
        </ol>
        <div
          role="slider"
          tabIndex={0}
          aria-label="Credits per day"
          aria-roledescription="bar chart"
          aria-orientation="horizontal"
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={position ?? last}
          aria-valuetext={valueText(shown ?? days[last])}
          onKeyDown={onKeyDown}
          onPointerMove={onPointer}
          onPointerDown={onPointer}
          onPointerLeave={({ currentTarget }) => {
            if (document.activeElement !== currentTarget) setAt(null);
          }}
          onFocus={() => setAt((now) => now ?? last)}
          onBlur={() => setAt(null)}
          className="relative flex min-w-0 flex-1 touch-pan-y rounded-sm"
        >
          {ticks.map((tick) => (
            <span
              key={tick}
              aria-hidden
              className={cn('absolute inset-x-0 border-t', tick === 0 ? 'border-input' : 'border-border')}
              style={{ bottom: `${(100 * tick) / top}%` }}
            />
          ))}
          {days.map((day, index) => (
            <span
              key={day.day}
              aria-hidden
              className={cn(
                'relative flex h-full min-w-0 flex-1 flex-col justify-end px-px sm:px-0.5',
                index === position && 'bg-muted',
              )}
            >
              <Bar share={barShare(day.included, top)} tone={both ? 'included' : 'used'} isTop />
              <Bar share={barShare(day.used, top)} tone="used" isTop={day.included <= 0} />
            </span>
          ))}
        </div>
      </div>
      <div aria-hidden className="relative mt-2 ml-11 h-4 text-xs text-muted-foreground tabular-nums">
        {labeledBars(days.length).map((index) => (
          <span
            key={index}
            className={cn(
              'absolute whitespace-nowrap',
              index === last ? 'right-0' : '-translate-x-1/2',
              // A phone has room for every second label.
              (last - index) % 14 !== 0 && 'max-sm:hidden',
            )}
            style={index === last ? {} : { left: `${(100 * (index + 0.5)) / days.length}%` }}
          >
            {dayLabel(days[index]?.day ?? '')}
          </span>
        ))}
      </div>
    </div>
  );
}

function Bar({ share, tone, isTop }: { share: number; tone: 'used' | 'included'; isTop: boolean }) {
  if (share === 0) return null;
  return (
    <span
      className={cn('block w-full', tone === 'used' ? 'bg-accent' : 'bg-input', isTop && 'rounded-t-[2px]')}
      style={{ height: `${100 * share}%` }}
    />
  );
}

function Legend() {
  return (
    <ul className="flex gap-4 text-sm text-muted-foreground">
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="size-2.5 rounded-[2px] bg-accent" /> Charged
      </li>
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="size-2.5 rounded-[2px] bg-input" /> Included in your plan
      </li>
    </ul>
  );
}

const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact' });

/** 1500 -> "1.5K". */
function compact(value: number): string {
  return COMPACT.format(value);
}

/** The numbers of the chart, newest first. */
export function CreditTable({ days }: { days: readonly CreditDay[] }) {
  const hasIncluded = days.some(({ included }) => included !== 0);
  return (
    <Table label="Credits per day" boxClassName="absolute inset-0">
      <TableHead>
        <TableRow>
          <TableHeaderCell className="pl-4 md:pl-5">Day</TableHeaderCell>
          <TableHeaderCell className="pr-4 text-right md:pr-5">Credits</TableHeaderCell>
          {hasIncluded && (
            <TableHeaderCell className="pr-4 text-right md:pr-5">Included in your plan</TableHeaderCell>
          )}
        </TableRow>
      </TableHead>
      <TableBody>
        {days.toReversed().map(({ day, used, included }) => (
          <TableRow key={day}>
            <TableCell className="pl-4 md:pl-5">{dayLabel(day)}</TableCell>
            <TableCell className="pr-4 text-right tabular-nums md:pr-5">{formatNumber(used)}</TableCell>
            {hasIncluded && (
              <TableCell className="pr-4 text-right tabular-nums md:pr-5">{formatNumber(included)}</TableCell>
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
