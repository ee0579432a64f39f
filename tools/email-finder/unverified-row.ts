import { cutText } from '#contract/cut-text.ts';
import type { EmailInput } from '#contract/emails.ts';
import { addressFlags } from '#engines/smtp-verdict/address-flags.ts';
import { judge, type NotQueriedReason } from '#engines/smtp-verdict/smtp-verdict.ts';
import type { EmailRow } from './definition.ts';
import { emailRow } from './email-row.ts';

const MAX_INPUT_CHARS = 2_000;

/**
 * The row of a request that we did not check, without a best guess. `explanation` replaces the default text
 * of the reason.
 */
export function unverifiedRow(
  written: EmailInput,
  why: NotQueriedReason,
  { domain = '', explanation }: { domain?: string; explanation?: string } = {},
): EmailRow {
  const flags = addressFlags(null, domain);
  return emailRow({
    written: shortened(written),
    verdict: { ...judge({ kind: 'not-queried', why }, flags, 0), score: 0 },
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

function shortened<T extends Record<string, string>>(written: T): T {
  return Object.fromEntries(
    Object.entries(written).map(([key, value]) => [key, cutText(value, MAX_INPUT_CHARS)]),
  ) as T;
}
