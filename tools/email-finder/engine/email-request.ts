import type { EmailInput } from '#contract/emails.ts';
import type { AddressFault, EmailAddress } from '#engines/email-address/email-address.ts';
import { readEmail } from '#engines/list-items/email.ts';
import { readEmployer } from '#engines/list-items/person.ts';
import type { RawName } from '#engines/person-names/person-name.ts';
import { parseEmailInput } from '../definition.ts';

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
