import { cutText } from '#contract/cut-text.ts';
import type { EmailInput } from '#contract/emails.ts';
import { addressFlags } from '#engines/email-address/address-flags.ts';
import type { EmailRow } from '../definition.ts';
import { emailRow } from './row.ts';
import { judge, type NotQueriedReason } from './smtp-verdict.ts';

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

function shortened(written: EmailInput): EmailInput {
  if ('address' in written) return { address: cutText(written.address, MAX_INPUT_CHARS) };
  const { first_name, last_name, domain } = written;
  return {
    first_name: cutText(first_name, MAX_INPUT_CHARS),
    last_name: cutText(last_name, MAX_INPUT_CHARS),
    domain: cutText(domain, MAX_INPUT_CHARS),
  };
}
