import { useEffect } from 'react';
import type { TaskType } from '#contract/tasks.ts';
import { toast } from '../lib/toast.ts';

interface StartingList {
  type: TaskType;
  text: string;
  /** Called when the tool's form has the list, which saves it from then on. */
  onTaken: () => void;
}

let starting: StartingList | null = null;

/** Hands a list to the form of a tool, which takes it when its page opens. Nothing starts. */
export function startWithList(list: StartingList): void {
  starting = list;
}

/**
 * Fills in a list that was handed to this tool, once, as soon as the form is `ready`. `fill` returns how to get the list
 * back that it replaced, or null if there was none.
 */
export function useStartingList(type: TaskType, fill: (text: string) => (() => void) | null, ready = true) {
  useEffect(() => {
    if (!ready || starting?.type !== type) return;
    const { text, onTaken } = starting;
    starting = null;
    const restore = fill(text);
    onTaken();
    if (restore)
      toast.info('Your new list replaced the one from your last visit', {
        id: 'starting-list',
        action: { label: 'Undo', onClick: restore },
      });
  }, [type, fill, ready]);
}
