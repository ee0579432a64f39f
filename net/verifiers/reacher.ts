import { z } from 'zod';
import type { JsonCaller } from '../http/guarded-json.ts';
import type { OutsideAnswer, OutsideVerifier } from './outside-verifier.ts';

export interface ReacherOptions {
  caller: JsonCaller;
  /** `https://api.reacher.email`, or where the operator's own backend listens */
  baseUrl: string;
  /** the token of the service, or the secret of the own backend; null where it asks for none */
  secret: string | null;
}

/** POST /v1/check_email (https://docs.reacher.email, OpenAPI of check-if-email-exists), as far as it is used. */
const Check = z.object({
  is_reachable: z.enum(['safe', 'risky', 'invalid', 'unknown']),
  misc: z.object({ is_disposable: z.boolean().nullish() }).nullish(),
  mx: z.object({ accepts_mail: z.boolean().nullish() }).nullish(),
  smtp: z
    .object({
      is_catch_all: z.boolean().nullish(),
      has_full_inbox: z.boolean().nullish(),
      is_disabled: z.boolean().nullish(),
      is_deliverable: z.boolean().nullish(),
    })
    .nullish(),
});

/** Reacher's backend, hosted by itself or by the operator. */
export function createReacher({ caller, baseUrl, secret }: ReacherOptions): OutsideVerifier {
  const url = `${baseUrl.replace(/\/+$/, '')}/v1/check_email`;
  // The service reads `authorization`, an own backend `x-reacher-secret`.
  const headers: Record<string, string> =
    secret === null ? {} : { authorization: secret, 'x-reacher-secret': secret };
  return {
    name: 'reacher',
    async verify(address, signal) {
      const answer = await caller.call({ method: 'POST', url, headers, body: { to_email: address } }, signal);
      const read = answer?.status === 200 ? Check.safeParse(answer.body) : null;
      return read?.success ? inOurWords(read.data) : null;
    },
  };
}

function inOurWords({ is_reachable, misc, mx, smtp }: z.infer<typeof Check>): OutsideAnswer | null {
  const catchAll = smtp?.is_catch_all ?? null;
  switch (is_reachable) {
    case 'safe':
      return { status: 'deliverable', reason: 'accepted', catchAll };
    case 'invalid':
      if (mx?.accepts_mail === false) return { status: 'undeliverable', reason: 'no-mail-server', catchAll };
      return {
        status: 'undeliverable',
        reason: smtp?.is_disabled ? 'mailbox-disabled' : 'mailbox-missing',
        catchAll,
      };
    case 'risky':
      // Role addresses are risky to Reacher whatever the server says; ours carry a flag instead.
      if (misc?.is_disposable) return { status: 'risky', reason: 'disposable', catchAll };
      if (smtp?.has_full_inbox) return { status: 'risky', reason: 'mailbox-full', catchAll };
      if (catchAll) return { status: 'risky', reason: 'accepts-all', catchAll };
      return smtp?.is_deliverable ? { status: 'deliverable', reason: 'accepted', catchAll } : null;
    case 'unknown':
      return null;
  }
}
