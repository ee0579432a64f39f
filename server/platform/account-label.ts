import { createHmac } from 'node:crypto';

/**
 * What the log calls an account: the same for all its lines, and useless without the secret. 12 hex digits.
 */
export function accountLabel(dataKey: string, accountId: string): string {
  return createHmac('sha256', dataKey).update(`log:${accountId}`).digest('hex').slice(0, 12);
}
