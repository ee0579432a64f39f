import type { EmailInput } from '#contract/emails.ts';
import type { AddressFault, EmailAddress } from '#engines/email-address/email-address.ts';
import { readEmail } from '#engines/list-items/email.ts';
import { emailItemKey, employerKey, readEmployer } from '#engines/list-items/person.ts';
import type { RawName } from '#engines/person-names/person-name.ts';
import { parseEmailInput, writeEmailInput } from '../definition.ts';

/** A parsed item. `written` is the user's own input, for the row. */
export type EmailRequest =
  | { kind: 'person'; written: EmailInput; name: RawName; domain: string }
  | { kind: 'address'; written: EmailInput; address: EmailAddress; domain: string };

export type RequestReading =
  | { ok: true; request: EmailRequest }
  | { ok: false; written: EmailInput; fault: AddressFault }
  /** `site`: the shared site that the domain cell links to, such as linkedin.com */
  | { ok: false; written: EmailInput; fault: 'not-a-domain'; site: string | null };

/** Parses an item's text. A text that isn't from writeEmailInput counts as an address, and fails as one. */
export function readEmailRequest(input: string): RequestReading {
  const written = parseEmailInput(input);
  if ('address' in written) {
    const read = readEmail(written.address);
    if (!read.ok) return { ok: false, written, fault: read.fault };
    return {
      ok: true,
      request: { kind: 'address', written, address: read.address, domain: read.address.domain },
    };
  }
  const employer = readEmployer(written.domain);
  if (!employer.ok) return { ok: false, written, fault: 'not-a-domain', site: employer.site ?? null };
  const name = { first: written.first_name, last: written.last_name };
  return { ok: true, request: { kind: 'person', written, name, domain: employer.domain } };
}

/** What an item is, however it is written. */
export function emailInputKey(input: string): string {
  return emailItemKey(parseEmailInput(input));
}

/** Whether an item is a second try, which costs nothing. */
export function isTriedAgain(input: string): boolean {
  const written = parseEmailInput(input);
  return 'again' in written && written.again === true;
}

/** The item without the mark of a second try, which is free only once. */
export function asFirstTry(input: string): string {
  const written = parseEmailInput(input);
  return 'again' in written ? writeEmailInput({ ...written, again: undefined }) : input;
}

/** The domain, or the company whose domain is found first: its items share DNS, one catch-all probe and address patterns, so they stay in one shard. */
export function emailShardKey(input: string): string {
  const written = parseEmailInput(input);
  if ('company' in written && written.company !== undefined) return `company ${employerKey(written.company)}`;
  const reading = readEmailRequest(input);
  return reading.ok ? reading.request.domain : input;
}
