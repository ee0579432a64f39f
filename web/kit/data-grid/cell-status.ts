import {
  CircleSlash,
  CircleX,
  Clock,
  CoinsIcon,
  History,
  LoaderCircle,
  type LucideIcon,
  SearchX,
} from 'lucide-react';
import type { CellState, CellStatus } from './data-grid-props.ts';

/** How a state is shown: never by color alone. */
export interface StatusMark {
  word: string;
  icon: LucideIcon;
  /** classes for its color */
  tone: string;
}

/** States without a mark (`empty` and `done`) show only the text. */
export const STATUS_MARKS: Readonly<Partial<Record<CellStatus, StatusMark>>> = {
  queued: { word: 'Queued', icon: Clock, tone: 'text-muted-foreground' },
  running: { word: 'Running', icon: LoaderCircle, tone: 'text-muted-foreground' },
  'nothing-found': { word: 'Not found', icon: SearchX, tone: 'text-muted-foreground' },
  failed: { word: 'Failed', icon: CircleX, tone: 'text-danger' },
  skipped: { word: 'Skipped', icon: CircleSlash, tone: 'text-muted-foreground' },
  'over-cap': { word: 'Over the limit', icon: CoinsIcon, tone: 'text-warning' },
  stale: { word: 'Out of date', icon: History, tone: 'text-warning' },
};

/** What a cell says when it is pointed at or opened for editing: its text, its state and the reason. */
export function cellSummary(text: string, state: CellState | undefined): string {
  const word = state && STATUS_MARKS[state.status]?.word;
  const parts = [text, word && state?.note ? `${word}: ${state.note}` : (word ?? state?.note)];
  return parts.filter(Boolean).join('\n');
}
