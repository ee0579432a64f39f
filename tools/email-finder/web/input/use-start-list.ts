import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { CallError } from '#contract/errors.ts';
import { TaskView } from '#contract/tasks.ts';
import { invoke } from '#web/lib/calls.ts';
import { useGate } from '#web/lib/gate.ts';
import { type CsvExtractionInput, emailFinder } from '../../definition.ts';

/**
 * Starts a list and answers with its task at once. The same list sent again, after a reply was lost, is started once: by the key
 * given, or while the page is open by what is sent.
 */
export function useStartList(onStarted: (task: TaskView) => void) {
  const gate = useGate();
  const last = useRef<{ content: string; key: string } | null>(null);
  return useMutation({
    mutationFn: async ({ input, key }: { input: CsvExtractionInput; key?: string }) => {
      const content = JSON.stringify(input);
      if (last.current?.content !== content) last.current = { content, key: crypto.randomUUID() };
      const reply = await invoke(emailFinder.calls.start, input, {
        idempotencyKey: key ?? last.current.key,
        headers: { prefer: 'respond-async' },
      });
      const task = TaskView.safeParse(reply);
      if (!task.success) throw new CallError('internal', undefined, { cause: task.error });
      return task.data;
    },
    onSuccess: (task) => {
      // The next one is asked for anew, be it the same.
      last.current = null;
      onStarted(task);
    },
    onError: gate,
  });
}
