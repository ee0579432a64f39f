import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { TaskView } from '#contract/tasks.ts';
import { startTask } from '#web/kit/start-task.ts';
import { useStarted } from '#web/kit/use-started.ts';
import { useGate } from '#web/lib/gate.ts';
import { type CsvExtractionInput, emailFinder } from '../definition.ts';

/**
 * Starts a task for a list. Retries after a lost response reuse the idempotency key, so the list starts once.
 * Without a `key`, the same content gets the same key until it has started.
 */
export function useStartList(
  onStarted: (task: TaskView) => void,
  /** Forgets the list that has started. */
  clear?: () => Promise<void>,
) {
  const gate = useGate();
  const open = useStarted(onStarted);
  const last = useRef<{ content: string; key: string } | null>(null);
  return useMutation({
    mutationFn: async ({ input, key }: { input: CsvExtractionInput; key?: string }) => {
      const content = JSON.stringify(input);
      if (last.current?.content !== content) last.current = { content, key: crypto.randomUUID() };
      return startTask(emailFinder.calls.start, input, key ?? last.current.key);
    },
    onSuccess: async (task) => {
      // The same list may be started again on purpose.
      last.current = null;
      // Leaving the page right after the start must not bring the list back.
      await clear?.();
      open(task);
    },
    onError: gate,
  });
}
