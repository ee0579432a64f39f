import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { JsonCaller } from '#net/http/guarded-json.ts';
import type { OutsideAnswer, OutsideVerifier } from './outside-verifier.ts';

export interface HunterOptions {
  caller: JsonCaller;
  apiKey: string;
  /** `https://api.hunter.io/v2`, except in tests */
  baseUrl?: string;
  /** interval for polling a running verification */
  pollMs?: number;
}

/** The fields we use of GET /v2/email-verifier (https://hunter.io/api-documentation/v2#email-verifier). */
const Verification = z.object({
  data: z.object({
    status: z.enum(['valid', 'invalid', 'accept_all', 'webmail', 'disposable', 'unknown']),
    accept_all: z.boolean().nullish(),
  }),
});

const BASE_URL = 'https://api.hunter.io/v2';
const POLL_MS = 3_000;
/** Status 202 means that the verification is still running, usually for a few seconds. */
const POLLS = 10;

type Status = z.infer<typeof Verification>['data']['status'];

const ANSWERS: Record<Status, Omit<OutsideAnswer, 'catchAll'> | null> = {
  valid: { status: 'deliverable', reason: 'accepted' },
  invalid: { status: 'undeliverable', reason: 'mailbox-missing' },
  accept_all: { status: 'risky', reason: 'accepts-all' },
  // Hunter checks only the format of addresses at webmail providers.
  webmail: null,
  disposable: { status: 'risky', reason: 'disposable' },
  unknown: null,
};

/** Hunter's email verifier. Rate limits (403, 429) and errors return null. */
export function createHunter(options: HunterOptions): OutsideVerifier {
  const { caller, apiKey, baseUrl = BASE_URL, pollMs = POLL_MS } = options;

  return {
    name: 'hunter',
    async verify(address, signal) {
      const url = `${baseUrl}/email-verifier?email=${encodeURIComponent(address)}`;
      for (let poll = 0; poll < POLLS; poll += 1) {
        if (poll > 0) await sleep(pollMs, null, { signal }).catch(() => {});
        if (signal.aborted) return null;
        const answer = await caller.call({ method: 'GET', url, headers: { 'x-api-key': apiKey } }, signal);
        if (answer?.status === 202) continue;
        const read = answer?.status === 200 ? Verification.safeParse(answer.body) : null;
        if (!read?.success) return null;
        const { status, accept_all } = read.data.data;
        const verdict = ANSWERS[status];
        return verdict && { ...verdict, catchAll: accept_all ?? null };
      }
      return null;
    },
  };
}
