import { writeEmailInput } from '../definition.ts';
import type { MailRoute } from '../net/mail-hosts.ts';
import { SmtpFault } from '../net/smtp/smtp-fault.ts';
import { DomainContext } from './domain-context.ts';
import { type EmailLookup, readLookups } from './email-lookup.ts';
import type { ServerAnswer } from './query-servers.ts';
import { acceptsAll } from './resolve-lookup.ts';

/** Lookups of made-up people at one domain, for tests. */
export function testLookups(domain: string, count: number): EmailLookup[] {
  const items = Array.from({ length: count }, (_, position) => ({
    position,
    input: writeEmailInput({
      first_name: `Ann${'a'.repeat(position % 30)}`,
      last_name: `Lee${'e'.repeat(position / 30)}`,
      domain,
    }),
  }));
  return readLookups(items).byDomain.get(domain) ?? [];
}

/** A domain that nothing is known about, with one mail host. */
export function testDomain(
  name: string,
  {
    host = `mx.${name}`,
    ...facts
  }: { host?: string; route?: MailRoute; catchAll?: boolean; optedOut?: EmailLookup[] } = {},
): DomainContext {
  return new DomainContext({
    name,
    route: facts.route ?? { ok: true, hosts: [{ name: host, addresses: ['192.0.2.1'] }] },
    known: { patterns: {}, catchAll: facts.catchAll ?? null },
    optedOut: new Set(facts.optedOut),
    random: () => 0,
    depth: 8,
  });
}

const BUSY = { code: 421, text: '4.7.0 Too many connections' };

/** Answers of mail servers, as queryServers returns them. */
export const ANSWERS = {
  found: { ...acceptsAll('mail-server'), problem: null },
  greylisted: { ...acceptsAll('mail-server'), problem: { kind: 'temporary' } },
  unreachable: lost(new SmtpFault('unreachable'), true),
  hungUp: lost(new SmtpFault('closed', 'rcpt'), false),
  busy: lost(new SmtpFault('refused', 'connect', BUSY), true),
  crowded: lost(Object.assign(new SmtpFault('refused', 'connect', BUSY), { crowded: true }), true),
} as const satisfies Record<string, ServerAnswer>;

function lost(fault: SmtpFault, opening: boolean): ServerAnswer {
  return { ...acceptsAll('mail-server'), problem: { kind: 'lost-session', fault, opening } };
}
