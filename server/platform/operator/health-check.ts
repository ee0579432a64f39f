import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { firstErrorLine } from '../operator-error.ts';

/** What a health check found. `todo` says what to do, with the command or setting; null: nothing. */
export const Finding = z.object({
  check: z.string(),
  state: z.enum(['ok', 'warning', 'fault']),
  says: z.string(),
  todo: z.string().nullable(),
});
export type Finding = z.infer<typeof Finding>;

/** What a check found, without its name. */
export type Found = Omit<Finding, 'check'>;

/** A health check. It only reads. */
export interface HealthCheck {
  readonly name: string;
  /** Whether it asks something outside of the system, such as a DNS server. */
  readonly outside?: boolean;
  /** The longest time that it can take. Default: `CHECK_MS`. */
  readonly limitMs?: number;
  /** Throws for what it could not check. */
  run(): Promise<readonly Found[] | Found>;
}

const CHECK_MS = 20_000;

export function ok(says: string): Found {
  return { state: 'ok', says, todo: null };
}

export function warning(says: string, todo: string): Found {
  return { state: 'warning', says, todo };
}

export function fault(says: string, todo: string): Found {
  return { state: 'fault', says, todo };
}

/**
 * Runs checks beside each other, each within its time limit. Returns what they found in their order; one that fails or
 * takes too long is a fault and doesn't change what the others find.
 */
export async function runChecks(checks: readonly HealthCheck[]): Promise<Finding[]> {
  const found = await Promise.all(checks.map(runCheck));
  return found.flat();
}

async function runCheck(check: HealthCheck): Promise<Finding[]> {
  const limitMs = check.limitMs ?? CHECK_MS;
  const done = new AbortController();
  const late = wait(limitMs, null, { signal: done.signal, ref: false }).then(() =>
    fault(
      `had no answer within ${Math.round(limitMs / 1000)} seconds`,
      'See what keeps it busy, and run the command again.',
    ),
  );
  // The wait ends with an error when the check is done first.
  late.catch(() => {});
  try {
    const found = await Promise.race([check.run(), late]);
    return [found].flat().map((one) => ({ check: check.name, ...one }));
  } catch (error) {
    return [
      { check: check.name, ...fault(`could not be checked: ${firstErrorLine(error)}`, 'Fix this first.') },
    ];
  } finally {
    done.abort();
  }
}
