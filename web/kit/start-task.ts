import type { z } from 'zod';
import type { Call } from '#contract/call.ts';
import { CallError } from '#contract/errors.ts';
import { TaskView } from '#contract/tasks.ts';
import { invoke } from '../lib/calls.ts';

/** Starts a task by the call of its tool and doesn't wait for it. Throws like `invoke`. */
export async function startTask<C extends Call>(
  call: C,
  input: z.input<C['input']>,
  idempotencyKey: string,
): Promise<TaskView> {
  const reply = await invoke(call, input, { idempotencyKey, headers: { prefer: 'respond-async' } });
  const task = TaskView.safeParse(reply);
  if (!task.success) throw new CallError('internal', undefined, { cause: task.error });
  return task.data;
}
