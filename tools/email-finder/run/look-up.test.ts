import { describe, expect, it } from 'vitest';
import type { OutsideVerifier } from '../net/verifiers/outside-verifier.ts';
import type { ServerTurn } from './host-scheduler.ts';
import { type LookupOptions, lookUp } from './look-up.ts';
import type { ServerAnswer } from './query-servers.ts';
import { ANSWERS, testDomain, testLookups } from './test-lookups.ts';

const OPEN: LookupOptions = { port25Blocked: false, verifiers: [] };
const signal = new AbortController().signal;
const [ann] = testLookups('acme.com', 1);
const NO_ROUTE = { ok: false, why: 'no-domain' } as const;

/** A turn with this answer; null: the lookup is postponed. */
const turn = (answer: ServerAnswer | null): ServerTurn => ({ query: async () => answer });

async function reason(domain = testDomain('acme.com'), options = OPEN, served: ServerTurn | null = null) {
  return (await lookUp(ann!, domain, served, options, signal))?.row.reason ?? null;
}

describe('a lookup', () => {
  it('ends at the first step that answers it', async () => {
    const blocked = { ...OPEN, port25Blocked: true };
    const optedOut = testDomain('acme.com', { optedOut: [ann!], route: NO_ROUTE });
    expect(await reason(optedOut, blocked)).toBe('opted-out');
    expect(await reason(testDomain('gmail.com', { route: NO_ROUTE }), blocked)).toBe('personal-provider');
    expect(await reason(testDomain('acme.com', { route: NO_ROUTE, catchAll: true }), blocked)).toBe(
      'no-domain',
    );
    expect(await reason(testDomain('acme.com', { catchAll: true }), blocked)).toBe('accepts-all');
    expect(await reason(testDomain('acme.com'), blocked)).toBe('port-25-blocked');
  });

  it('waits for its turn at the mail server, and after it is postponed', async () => {
    expect(await reason()).toBe(null);
    expect(await reason(testDomain('acme.com'), OPEN, turn(null))).toBe(null);
    expect(await reason(testDomain('acme.com'), OPEN, turn(ANSWERS.found))).toBe('accepts-all');
  });

  it('goes to outside verifiers only while it is unknown', async () => {
    const checked: string[] = [];
    const hunter: OutsideVerifier = {
      name: 'hunter',
      async verify(address) {
        checked.push(address);
        return { status: 'deliverable', reason: 'accepted', catchAll: null };
      },
    };
    const options = { port25Blocked: true, verifiers: [hunter] };
    expect(await reason(testDomain('acme.com', { catchAll: true }), options)).toBe('accepts-all');
    expect(checked).toEqual([]);
    const result = await lookUp(ann!, testDomain('acme.com'), null, options, signal);
    expect(result?.row).toMatchObject({ source: 'hunter', verified_email: 'ann.lee@acme.com' });
    expect(result?.updates).toMatchObject([{ kind: 'address', address: 'ann.lee@acme.com' }]);
  });

  it('counts the pattern of a verified person for the next one', async () => {
    const domain = testDomain('acme.com');
    const candidate = domain.candidates(ann!).find(({ pattern }) => pattern === 'last')!;
    const evidence = { kind: 'reply', meaning: 'accepted', catchAll: 'refused' } as const;
    await lookUp(ann!, domain, turn({ ...ANSWERS.found, evidence, candidate }), OPEN, signal);
    expect(domain.candidates(testLookups('acme.com', 2)[1]!)[0]?.pattern).toBe('last');
  });
});
