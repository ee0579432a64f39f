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

/** How to get the list back that a filled in one replaced; null if there was none. */
interface FilledList {
  restore: (() => void) | null;
}

/**
 * Fills in a list that was handed to this tool, once, as soon as the form is `ready`. `fill` resolves to null if the form can't
 * take the list, which then stays where it is from.
 */
export function useStartingList(
  type: TaskType,
  fill: (text: string) => Promise<FilledList | null>,
  ready = true,
) {
  useEffect(() => {
    if (!ready || starting?.type !== type) return;
    const { text, onTaken } = starting;
    starting = null;
    const take = async () => {
      const filled = await fill(text);
      if (!filled) return;
      onTaken();
      if (filled.restore)
        toast.info('Your new list replaced the one from your last visit', {
          id: 'starting-list',
          action: { label: 'Undo', onClick: filled.restore },
        });
    };
    void take();
  }, [type, fill, ready]);
}
