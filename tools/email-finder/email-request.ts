import type { EmailInput } from '#contract/emails.ts';
import {
  type AddressFault,
  type EmailAddress,
  readEmailAddress,
} from '#engines/email-address/email-address.ts';
import { readMailDomain } from '#engines/email-address/mail-domain.ts';
import type { RawName } from '#engines/email-candidates/person-name.ts';
import { parseEmailInput } from './definition.ts';

/** A parsed item. `written` is the user's own input, for the row. */
export type EmailRequest =
  | { kind: 'person'; written: EmailInput; name: RawName; domain: string }
  | { kind: 'address'; written: EmailInput; address: EmailAddress; domain: string };

export type RequestReading =
  | { ok: true; request: EmailRequest }
  | { ok: false; written: EmailInput; fault: 'not-a-domain' | AddressFault };

/** Parses an item's text. A text that isn't from writeEmailInput counts as an address, and fails as one. */
export function readEmailRequest(input: string): RequestReading {
  const written = parseEmailInput(input);
  if ('address' in written) {
    const read = readEmailAddress(written.address);
    if (!read.ok) return { ok: false, written, fault: read.fault };
    return {
      ok: true,
      request: { kind: 'address', written, address: read.address, domain: read.address.domain },
    };
  }
  const domain = readMailDomain(written.domain);
  if (!domain.ok) return { ok: false, written, fault: 'not-a-domain' };
  const name = { first: written.first_name, last: written.last_name };
  return { ok: true, request: { kind: 'person', written, name, domain: domain.ascii } };
}

/** The domain: its items share DNS, one catch-all probe and address patterns, so they stay in one shard. */
export function emailShardKey(input: string): string {
  const reading = readEmailRequest(input);
  return reading.ok ? reading.request.domain : input;
}
