import type { z } from 'zod';

/** The error of a field that says `message` if it is missing, and the usual one, such as "must be a list", for a wrong type. */
export function ifMissing(message: string): (issue: z.core.$ZodRawIssue) => string | undefined {
  return ({ input }) => (input === undefined || input === null ? message : undefined);
}
