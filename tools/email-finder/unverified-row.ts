import type { EmailInput } from '#contract/emails.ts';
import { addressFlags } from '#engines/smtp-verdict/address-flags.ts';
import { judge, type Unasked } from '#engines/smtp-verdict/smtp-verdict.ts';
import type { EmailRow } from './definition.ts';
import { readEmailRequest } from './email-request.ts';
import { emailRow } from './email-row.ts';

const MAX_INPUT_CHARS = 2_000;

/**
 * The row of a request that we did not check, without a best guess. `explanation` replaces the default text
 * of the reason.
 */
export function unverifiedRow(
  written: EmailInput,
  why: Unasked,
  { domain = '', explanation }: { domain?: string; explanation?: string } = {},
): EmailRow {
  const flags = addressFlags(null, domain);
  return emailRow({
    written: shortened(written),
    verdict: { ...judge({ kind: 'unasked', why }, flags, 0), score: 0 },
    flags,
    address: null,
    pattern: null,
    source: null,
    catchAll: null,
    mailHost: null,
    runnersUp: [],
    evidence: [],
    ...(explanation === undefined ? {} : { explanation }),
  });
}

/** The row of an item that failed because of an error of ours: unknown, with this explanation. */
export function emailFailureRow(input: string, explanation: string): EmailRow {
  const reading = readEmailRequest(input);
  return reading.ok
    ? unverifiedRow(reading.request.written, 'unreachable', { domain: reading.request.domain, explanation })
    : unverifiedRow(reading.written, 'unreachable', { explanation });
}

function shortened<T extends Record<string, string>>(written: T): T {
  return Object.fromEntries(
    Object.entries(written).map(([key, value]) => [key, value.slice(0, MAX_INPUT_CHARS)]),
  ) as T;
}
