import { z } from 'zod';
import { RUN_CAP_MAX_CREDITS } from './list-runs.ts';

/** The limit of a task that a call starts. */
export const StartCap = z
  .int()
  .min(0)
  .max(RUN_CAP_MAX_CREDITS)
  .describe(
    'The most that the task may cost, in credits. It stops before it would cost more (`stop_reason` is `cap`).',
  );
