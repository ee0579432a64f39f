import { z } from 'zod';
import { parseRetention } from './retention-period.ts';

/** `--delete-after`; null without it. */
export const RetentionOption = z
  .string()
  .transform((text, context) => {
    const period = parseRetention(text);
    if (period !== null) return period;
    context.addIssue("--delete-after must be a time such as '12 months', '90 days' or '2 years'.");
    return z.NEVER;
  })
  .nullable()
  .default(null);
