import type { TaskRecord, TaskReplyFields } from '#server/tasks/task-tool.ts';

/**
 * Fields of the `website-extraction` reply (spec lead tools §7): which URLs failed, and whether time ran out.
 */
export function websiteReplyFields(task: TaskRecord): TaskReplyFields {
  const errors: { url: string; error: unknown }[] = [];
  return {
    onRow({ input, failed, row }) {
      if (!failed) return;
      const { url = input, error = '' } = JSON.parse(row) as { url?: string; error?: unknown };
      errors.push({ url, error });
    },
    fields: () => ({ errors, timeoutStatus: task.status === 'timeout' }),
  };
}
