import type { EmailEvidence, EmailReason } from '#contract/emails.ts';
import type { ToolItem } from '../../tool.ts';
import type { EmailCandidate } from '../engine/email-candidates.ts';
import { type EmailRequest, type RequestReading, readEmailRequest } from '../engine/email-request.ts';

/**
 * One person or address of a run, and what the run has found out about it. Identical items share one lookup.
 */
export interface EmailLookup {
  readonly request: EmailRequest;
  /** positions of its items; only the first one is billable */
  readonly positions: number[];
  /** addresses that the mail server, or an outside verifier, called missing or disabled in this run */
  readonly missing: Map<string, MissingReason>;
  /** addresses that memory knows as missing; not asked, and not saved again, so that memory forgets them */
  readonly knownMissing: Set<string>;
  /** the address that the mail server last put off */
  postponedAt: string | null;
  /** the first candidate whose mailbox is disabled */
  disabled: EmailCandidate | null;
  /** the mail servers' replies, for the row */
  readonly replies: EmailEvidence[];
  /** not found once, and tried again since the run learned more about the domain */
  tried: boolean;
  /** cached candidates; `version` is the version of the domain's pattern counts */
  ranked: { version: number; candidates: EmailCandidate[] } | null;
}

type MissingReason = Extract<EmailReason, 'mailbox-missing' | 'mailbox-disabled'>;

interface LookupsByDomain {
  byDomain: Map<string, EmailLookup[]>;
  /** items without a valid domain or address */
  invalid: { position: number; reading: Extract<RequestReading, { ok: false }> }[];
}

/** Reads the items of a run and groups their lookups by domain. */
export function readLookups(items: readonly ToolItem[]): LookupsByDomain {
  const byInput = new Map<string, EmailLookup>();
  const byDomain: LookupsByDomain['byDomain'] = new Map();
  const invalid: LookupsByDomain['invalid'] = [];
  for (const { position, input } of items) {
    const duplicate = byInput.get(input);
    if (duplicate) {
      duplicate.positions.push(position);
      continue;
    }
    const reading = readEmailRequest(input);
    if (!reading.ok) {
      invalid.push({ position, reading });
      continue;
    }
    const lookup = newLookup(reading.request, position);
    byInput.set(input, lookup);
    const { domain } = reading.request;
    const others = byDomain.get(domain);
    if (others) others.push(lookup);
    else byDomain.set(domain, [lookup]);
  }
  return { byDomain, invalid };
}

/** Whether an address of a lookup doesn't exist, as far as this run or memory knows. */
export function isMissing({ missing, knownMissing }: EmailLookup, address: string): boolean {
  return missing.has(address) || knownMissing.has(address);
}

function newLookup(request: EmailRequest, position: number): EmailLookup {
  return {
    request,
    positions: [position],
    missing: new Map(),
    knownMissing: new Set(),
    postponedAt: null,
    disabled: null,
    replies: [],
    // What a second try finds is free, and there is no third one.
    tried: 'again' in request.written && request.written.again === true,
    ranked: null,
  };
}
