import { z } from 'zod';

/** Error code -> HTTP status and the default message. */
export const ERRORS = {
  validation_failed: { status: 400, message: 'The request is invalid.' },
  bad_json: { status: 400, message: 'The request body is not valid JSON.' },
  not_authenticated: { status: 401, message: 'User not authenticated' },
  access_denied: { status: 402, message: "Your current plan doesn't allow this." },
  forbidden: { status: 403, message: "You don't have permission to do this." },
  not_found: { status: 404, message: "We couldn't find what you're looking for." },
  method_not_allowed: { status: 405, message: "This endpoint doesn't support that method." },
  request_timeout: {
    status: 408,
    message: 'The request arrived too slowly. Check your connection and try again.',
  },
  conflict: { status: 409, message: 'This has changed since you loaded it. Reload and try again.' },
  idempotency_conflict: {
    status: 409,
    message: 'This Idempotency-Key was already used with a different request. Use a new key.',
  },
  payload_too_large: { status: 413, message: 'The request is too large. Send less data at a time.' },
  unprocessable: { status: 422, message: "We understood the request but can't process it." },
  quota_exceeded: { status: 429, message: 'You have reached a limit of your account.' },
  rate_limited: { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  person_opted_out: { status: 451, message: 'This person asked not to be listed.' },
  internal: { status: 500, message: 'Something went wrong. Please try again.' },
  storage_full: { status: 507, message: "The server's disk is almost full. Please try again later." },
  unavailable: { status: 503, message: "The service isn't available right now. Please try again shortly." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** The error body of every function call (the wire, `/functions/v1`). */
export const ErrorBody = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    details: z.unknown().optional(),
    request_id: z.string().optional(),
  }),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/**
 * An error that is returned to the caller. `message` is shown to the user; put details for the log in
 * `cause`. `retryAfterSeconds` becomes the Retry-After header.
 */
export class CallError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message?: string,
    options: { details?: unknown; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message ?? ERRORS[code].message, { cause: options.cause });
    this.name = 'CallError';
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}
