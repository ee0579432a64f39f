import { z } from 'zod';

/** The events that a task causes. */
const TASK_EVENTS = ['task.completed', 'task.stopped', 'list.run_completed'] as const;

/** An address that gets webhooks. The server refuses those that aren't on the public internet. */
export const WebhookUrl = z
  .string()
  .trim()
  .max(2000, 'The address can have at most 2,000 characters')
  .refine((url) => {
    if (!URL.canParse(url)) return false;
    const { protocol, username, password } = new URL(url);
    return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
  }, 'Enter the address as https://example.com/webhooks');

/** A webhook for the one task that a call starts. */
export const StartWebhook = z
  .object({
    url: WebhookUrl,
    events: z
      .array(z.enum(TASK_EVENTS))
      .min(1, 'Choose at least one event')
      .max(TASK_EVENTS.length)
      .default(['task.completed', 'task.stopped']),
  })
  .describe(
    'Tells this address how the task ends. Requests are signed with the secret for single starts, which you create on the page Webhooks.',
  );
export type StartWebhook = z.infer<typeof StartWebhook>;
