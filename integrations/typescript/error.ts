import type { components } from './schema.ts';

/** A code of docs/api-errors.md. A server that is newer than this client may have others. */
export type ErrorCode = components['schemas']['Error']['error']['code'] | (string & {});

/**
 * An error that the server answered with, the lack of an answer (`status` 0, code `no_answer`), or an answer that isn't JSON
 * (`not_json`).
 */
export class LeadwellError extends Error {
  readonly code: ErrorCode | 'no_answer' | 'not_json';
  readonly status: number;
  readonly details: unknown;
  /** For the operator, who finds the request in the log with it. */
  readonly requestId: string | undefined;
  /** How long to wait before the next try, in seconds, if the server said so. */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    facts: {
      code: ErrorCode | 'no_answer' | 'not_json';
      status: number;
      details?: unknown;
      requestId?: string | undefined;
      retryAfter?: number | undefined;
      cause?: unknown;
    },
  ) {
    super(message, { cause: facts.cause });
    this.name = 'LeadwellError';
    this.code = facts.code;
    this.status = facts.status;
    this.details = facts.details;
    this.requestId = facts.requestId;
    this.retryAfter = facts.retryAfter;
  }
}

interface Body {
  error?: { code?: string; message?: string; details?: unknown; request_id?: string };
}

/** Reads an answer that isn't a success. */
export async function errorOf(response: Response): Promise<LeadwellError> {
  const { error } = ((await response.json().catch(() => ({}))) ?? {}) as Body;
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new LeadwellError(error?.message ?? `The server answered ${response.status}.`, {
    code: error?.code ?? 'internal',
    status: response.status,
    details: error?.details,
    requestId: error?.request_id ?? response.headers.get('x-request-id') ?? undefined,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
  });
}
