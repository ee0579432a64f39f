import { z } from 'zod';

/** How many people of the lead databases must be told that they are in there (GDPR, Article 14), and were. */
export const NoticeCounts = z.object({
  people: z.int(),
  /** Those who were told. */
  sent: z.int(),
  /** Of the others, those whose notice should have been sent by now. */
  overdue: z.int(),
  /** Those whose notice is due within a week, with the overdue ones. */
  soon: z.int(),
  /** When the first of these notices is due, in ISO 8601; null: everyone was told. */
  next: z.string().nullable(),
});
export type NoticeCounts = z.infer<typeof NoticeCounts>;
