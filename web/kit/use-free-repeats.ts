import { useEffect, useState } from 'react';
import { TASK_CALLS } from '#contract/calls/task-calls.ts';
import { TASK_REPEATS_MAX_ITEMS } from '#contract/limits.ts';
import type { TaskType } from '#contract/tasks.ts';
import { invoke } from '../lib/calls.ts';

/** The items of a list, as a task stores them. Pass the same object while they don't change. */
export interface QuotedItems {
  type: TaskType;
  items: readonly string[];
}

const AFTER_TYPING_MS = 600;

/**
 * How many items of a list are free: `repeats` because the account paid for them before, `free` with those that
 * never cost anything. `sample`: the list is the tool's sample, which every account may run.
 */
export interface FreeItems {
  repeats: number;
  free: number;
  sample: boolean;
}

const NONE: FreeItems = { repeats: 0, free: 0, sample: false };

/** What of a list is free. 0 and false until it is known. */
export function useFreeRepeats(quoted: QuotedItems): FreeItems {
  const [found, setFound] = useState<{ quoted: QuotedItems; counts: FreeItems }>();
  useEffect(() => {
    if (!canLookUp(quoted)) return;
    const left = new AbortController();
    const timer = setTimeout(() => {
      lookUp(quoted, left.signal).then(
        (counts) => setFound({ quoted, counts }),
        // The most that the list can cost is right without it.
        () => setFound({ quoted, counts: NONE }),
      );
    }, AFTER_TYPING_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [quoted]);
  return found?.quoted === quoted ? found.counts : NONE;
}

/** The most credits that a task with these items costs, without those that are free. All of them, if that isn't known. */
export async function mostCredits(quoted: QuotedItems): Promise<number> {
  const { items } = quoted;
  const { free, sample } = canLookUp(quoted) ? await lookUp(quoted).catch(() => NONE) : NONE;
  return sample ? 0 : Math.max(0, items.length - free);
}

function canLookUp({ items }: QuotedItems): boolean {
  return items.length > 0 && items.length <= TASK_REPEATS_MAX_ITEMS;
}

function lookUp({ type, items }: QuotedItems, signal?: AbortSignal): Promise<FreeItems> {
  return invoke(TASK_CALLS.taskRepeats, { type, items: [...items] }, { ...(signal && { signal }) });
}
