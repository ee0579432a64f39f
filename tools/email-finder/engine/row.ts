import { cutText } from '#contract/cut-text.ts';
import type { EmailEvidence, EmailInput, EmailSource } from '#contract/emails.ts';
import { type AddressFlags, addressFlags } from '#engines/email-address/address-flags.ts';
import { plainName } from '#engines/person-names/person-name.ts';
import type { EmailRow } from '../definition.ts';
import { EMAIL_REASON_LABELS, judge, type NotQueriedReason, type Verdict } from './smtp-verdict.ts';

/** The facts that make up a row. */
export interface RowFacts {
  written: EmailInput;
  verdict: Verdict;
  flags: AddressFlags;
  /** the address that the verdict is about */
  address: string | null;
  pattern: string | null;
  source: EmailSource | null;
  catchAll: boolean | null;
  mailHost: string | null;
  runnersUp: readonly string[];
  evidence: readonly EmailEvidence[];
  /** replaces the default text of the reason */
  explanation?: string;
}

const MAX_INPUT_CHARS = 2_000;
/** A row shows its best guess unless the address is proven not to exist. */
const GUESSABLE = new Set(['risky', 'unknown']);

/** Facts -> row. */
export function emailRow(facts: RowFacts): EmailRow {
  const { written, verdict, flags, address } = facts;
  const given = 'address' in written ? written.address : null;
  const { first_name, last_name, domain } =
    'address' in written ? { first_name: '', last_name: '', domain: addressDomain(address) } : written;
  const person = {
    first_name: first_name.trim(),
    last_name: last_name.trim(),
    domain,
    ...plainNames({ first_name, last_name }),
  };
  return {
    ...person,
    name: `${person.first_name} ${person.last_name}`.trim(),
    verified_email: verdict.status === 'deliverable' ? address : null,
    best_guess: given === null && GUESSABLE.has(verdict.status) ? address : null,
    address: given,
    status: given?.trim() ? verdict.status : personStatus(verdict),
    reason: verdict.reason,
    explanation: facts.explanation ?? EMAIL_REASON_LABELS[verdict.reason],
    score: verdict.score,
    pattern: facts.pattern,
    source: facts.source,
    catch_all: facts.catchAll,
    ...flags,
    mail_host: facts.mailHost,
    runners_up: [...facts.runnersUp],
    evidence: [...facts.evidence],
  };
}

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

/**
 * A person without an email, and a row that has none to verify, isn't undeliverable, but not found: there may be an address that we
 * didn't try.
 */
function personStatus({ status, reason }: Verdict): EmailRow['status'] {
  return status === 'undeliverable' && reason !== 'mailbox-disabled' ? 'not_found' : status;
}

/** The first and last name without titles and capitals; none if the cells have no letters. */
function plainNames({ first_name, last_name }: { first_name: string; last_name: string }) {
  const { first, last } = plainName({ first: first_name, last: last_name });
  return first === '' && last === '' ? {} : { first_name: first, last_name: last };
}

function addressDomain(address: string | null): string {
  return address === null ? '' : address.slice(address.lastIndexOf('@') + 1);
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
