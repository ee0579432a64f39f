import type { EmailRow } from '#contract/emails.ts';
import { addressFlags } from '#engines/smtp-verdict/address-flags.ts';
import { judge } from '#engines/smtp-verdict/smtp-verdict.ts';
import { readEmailRequest } from './email-request.ts';
import { emailRow } from './email-row.ts';

/** The row of a request that could not be worked: unknown, with the words given. */
export function unworkableEmailRow(input: string, why: string): EmailRow {
  const reading = readEmailRequest(input);
  const flags = addressFlags(null, reading.ok ? reading.request.domain : '');
  return emailRow({
    written: reading.ok ? reading.request.written : reading.written,
    verdict: judge({ kind: 'unasked', why: 'unreachable' }, flags, 0),
    flags,
    address: null,
    pattern: null,
    source: null,
    catchAll: null,
    mailHost: null,
    runnersUp: [],
    evidence: [],
    explanation: why,
  });
}
