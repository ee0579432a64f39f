import { isBigProvider } from '#engines/email-address/address-flags.ts';
import { unverifiedRow } from '../engine/row.ts';
import type { OutsideVerifier } from '../net/verifiers/outside-verifier.ts';
import type { DomainContext } from './domain-context.ts';
import type { EmailLookup } from './email-lookup.ts';
import type { ServerTurn } from './host-scheduler.ts';
import { queryServers, type ServerAnswer } from './query-servers.ts';
import {
  acceptsAll,
  type LookupEvidence,
  type LookupResult,
  notQueried,
  recallLookup,
  resolveLookup,
  resolveUnknown,
  verifyOutside,
} from './resolve-lookup.ts';

export interface LookupOptions {
  port25Blocked: boolean;
  verifiers: readonly OutsideVerifier[];
}

const ROUTE_REASONS = {
  'null-mx': 'refuses-mail',
  'no-domain': 'no-domain',
  'no-mail-host': 'no-mail-server',
  refused: 'not-public',
  undecided: 'domain-unclear',
} as const;

/**
 * One lookup from top to bottom: one person at a domain, or one address. Free answers come first, then the
 * domain's mail server, then outside verifiers.
 *
 * Returns null while the lookup waits for the mail server. The run calls it first without a turn, and the
 * scheduler (host-scheduler.ts) calls it again with one, once per retry round. So a waiting lookup is an
 * object in a queue and not a pending promise: a domain may have 100,000 of them.
 */
export async function lookUp(
  lookup: EmailLookup,
  domain: DomainContext,
  turn: ServerTurn | null,
  { port25Blocked, verifiers }: LookupOptions,
  signal: AbortSignal,
): Promise<LookupResult | null> {
  const { request } = lookup;
  const isPerson = request.kind === 'person';

  if (domain.optedOut.has(lookup))
    return { row: unverifiedRow(request.written, 'opted-out', { domain: domain.name }), updates: [] };

  if (domain.candidates(lookup).length === 0) return resolveLookup(lookup, domain, notQueried('no-name'));

  const remembered = recallLookup(lookup, domain);
  if (remembered) return remembered;

  if (isPerson && (isBigProvider(domain.name) || domain.flags.disposable))
    return resolveLookup(lookup, domain, notQueried('personal-provider'));

  let found: LookupEvidence;
  if (!domain.route.ok) {
    found = notQueried(ROUTE_REASONS[domain.route.why]);
  } else if (domain.catchAll.acceptsAll) {
    found = acceptsAll(domain.catchAll.source);
  } else if (port25Blocked) {
    found = notQueried('port-25-blocked');
  } else {
    const answer = await turn?.query((client) => queryServers(lookup, domain, client));
    if (!answer) return null;
    countVerifiedPattern(lookup, domain, answer);
    found = answer;
  }

  const result = resolveLookup(lookup, domain, found);
  if (result.row.status !== 'unknown') return result;
  const outside = await verifyOutside(lookup, domain, verifiers, signal);
  return outside ?? resolveUnknown(lookup, domain, found);
}

/** A pattern counts only at a domain that refuses made-up addresses. */
function countVerifiedPattern(
  lookup: EmailLookup,
  domain: DomainContext,
  { candidate, evidence }: ServerAnswer,
): void {
  if (candidate && evidence.kind === 'reply' && evidence.catchAll === 'refused')
    domain.countPattern(lookup, candidate);
}
