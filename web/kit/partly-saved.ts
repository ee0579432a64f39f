import { z } from 'zod';
import { CallError } from '#contract/errors.ts';

const PartlySaved = z.object({ edit: z.string() });

/** The ID of an edit of which only a part could be saved; null if nothing of it is known to be saved. */
export function partlySaved(error: unknown): string | null {
  return (error instanceof CallError && PartlySaved.safeParse(error.details).data?.edit) || null;
}
