import { z } from 'zod';

/** Exclusion lists that a person can make. Complaints can add some more. */
export const EXCLUSION_LISTS_MAX = 20;
/** Lists whose entries one request leaves out. */
export const LEAVE_OUT_MAX = 25;

/**
 * Who an exclusion list leaves out: the people in it, or also everyone at their companies. A row that names no person is about
 * its company.
 */
export const Excludes = z.enum(['people', 'companies']);
export type Excludes = z.infer<typeof Excludes>;

/** The details of a refusal because a list that it names is gone, which pages then load again. */
export const NamedListGone = z.object({ reason: z.literal('list_gone') });

/** IDs of the exclusion lists whose people and companies are left out. */
export const LeaveOut = z.array(z.uuid()).max(LEAVE_OUT_MAX);

/** The same in a query: IDs with commas between them. */
export const LeaveOutQuery = z
  .string()
  .max(LEAVE_OUT_MAX * 37)
  .regex(/^([0-9a-f-]{36}(,[0-9a-f-]{36})*)?$/, 'leaveOut must be IDs of lists, with commas between them');

/**
 * How many rows exclusion lists leave out, by list, the most first. A row in several lists counts for the one that is oldest.
 */
export const LeftOutBy = z.array(z.object({ id: z.uuid(), name: z.string(), rows: z.int().positive() }));
export type LeftOutBy = z.infer<typeof LeftOutBy>;
