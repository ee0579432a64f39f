import { useEffect, useState } from 'react';
import { CALLS } from '#contract/calls.ts';
import { TASK_REPEATS_MAX_ITEMS } from '#contract/limits.ts';
import type { TaskType } from '#contract/tasks.ts';
import { invoke } from '../lib/calls.ts';

/** The items of a list, as a task stores them. Pass the same object while they don't change. */
export interface QuotedItems {
  type: TaskType;
  items: readonly string[];
}

const AFTER_TYPING_MS = 600;
const NONE = { repeats: 0, free: 0, sample: false };

/**
 * How many items of a list are free: `repeats` because the account paid for them before, `free` with those that
 * never cost anything. `sample`: the list is the tool's sample, which every account may run. 0 and false until it is
 * known.
 */
export function useFreeRepeats(quoted: QuotedItems | undefined): typeof NONE {
  const [found, setFound] = useState<{ quoted: QuotedItems; counts: typeof NONE }>();
  useEffect(() => {
    if (!quoted || quoted.items.length === 0 || quoted.items.length > TASK_REPEATS_MAX_ITEMS) return;
    const { type, items } = quoted;
    const left = new AbortController();
    const timer = setTimeout(() => {
      invoke(CALLS.taskRepeats, { type, items: [...items] }, { signal: left.signal }).then(
        (counts) => setFound({ quoted, counts }),
        // The most that the list can cost is right without it.
        () => {},
      );
    }, AFTER_TYPING_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [quoted]);
  return (found?.quoted === quoted && found?.counts) || NONE;
}
