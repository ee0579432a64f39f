import { z } from 'zod';
import { classifyBounce } from '#engines/mail-replies/classify-bounce.ts';
import type { JsonCaller } from '#net/http/guarded-json.ts';
import type { OutsideAnswer, OutsideVerifier } from './outside-verifier.ts';

export interface ReacherOptions {
  caller: JsonCaller;
  /** `https://api.reacher.email`, or the URL of a self-hosted backend */
  baseUrl: string;
  /** API token of the service or secret of a self-hosted backend; null if it needs none */
  secret: string | null;
}

/**
 * The fields we use of POST /v1/check_email (https://docs.reacher.email, OpenAPI of check-if-email-exists).
 */
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
      can_connect_smtp: z.boolean().nullish(),
      error: z.object({ type: z.string().nullish(), message: z.unknown() }).nullish(),
      /** why Reacher thinks that the check failed, like "IpBlacklisted" */
      description: z.string().nullish(),
    })
    .nullish(),
});

/** Reacher's API, hosted by Reacher or self-hosted. */
export function createReacher({ caller, baseUrl, secret }: ReacherOptions): OutsideVerifier {
  const url = `${baseUrl.replace(/\/+$/, '')}/v1/check_email`;
  // The service reads `authorization`, a self-hosted backend `x-reacher-secret`.
  const headers: Record<string, string> =
    secret === null ? {} : { authorization: secret, 'x-reacher-secret': secret };
  return {
    name: 'reacher',
    async verify(address, signal) {
      const answer = await caller.call({ method: 'POST', url, headers, body: { to_email: address } }, signal);
      const read = answer?.status === 200 ? Check.safeParse(answer.body) : null;
      return read?.success ? toAnswer(read.data) : null;
    },
  };
}

function toAnswer({ is_reachable, misc, mx, smtp }: z.infer<typeof Check>): OutsideAnswer | null {
  const catchAll = smtp?.is_catch_all ?? null;
  switch (is_reachable) {
    case 'safe':
      return { status: 'deliverable', reason: 'accepted', catchAll };
    case 'invalid':
      if (mx?.accepts_mail === false) return { status: 'undeliverable', reason: 'no-mail-server', catchAll };
      // Reacher 0.11.7 also calls an address invalid when the mail server refuses Reacher itself.
      if (!isAboutMailbox(smtp)) return null;
      return {
        status: 'undeliverable',
        reason: smtp?.is_disabled ? 'mailbox-disabled' : 'mailbox-missing',
        catchAll,
      };
    case 'risky':
      // Reacher reports role addresses as risky whatever the server says; we flag them instead.
      if (misc?.is_disposable) return { status: 'risky', reason: 'disposable', catchAll };
      if (smtp?.has_full_inbox) return { status: 'risky', reason: 'mailbox-full', catchAll };
      if (catchAll) return { status: 'risky', reason: 'accepts-all', catchAll };
      return smtp?.is_deliverable ? { status: 'deliverable', reason: 'accepted', catchAll } : null;
    case 'unknown':
      return null;
  }
}

/** Whether an invalid address is one that the mail server refused, rather than the sender or the connection. */
function isAboutMailbox(smtp: z.infer<typeof Check>['smtp']): boolean {
  if (!smtp || smtp.is_disabled) return true;
  if (smtp.can_connect_smtp === false || smtp.description) return false;
  if (!smtp.error) return true;
  const { message } = smtp.error;
  return typeof message === 'string' && classifyBounce({ text: message }) === 'hard';
}
