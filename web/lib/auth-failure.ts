import { z } from 'zod';
import { MESSAGES } from '#contract/messages.ts';
import { formatSeconds } from './format.ts';

const AuthFailure = z.object({
  code: z.string().optional().catch(undefined),
  status: z.number().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
});

const NO_CONNECTION = "Can't reach the server. Check your connection and try again.";

/** The auth client throws what the browser says if it can't store the session. */
const StorageFailure = z.object({ name: z.enum(['QuotaExceededError', 'SecurityError']) });

/** The message for a failed sign-in (spec accounts §8). `retryAfterSeconds`: from Retry-After, if sent. */
export function signInMessage(error: unknown, retryAfterSeconds?: number): string {
  const failure = readFailure(error);
  if (failure.status === 429) return tooManyAttempts(retryAfterSeconds);
  if (isNotStored(error)) return MESSAGES.auth.notStored;
  if (failure.code === 'user_not_found') return MESSAGES.auth.notRegistered;
  if (failure.code === 'user_banned') return MESSAGES.auth.disabled;
  if (isOutage(failure)) return NO_CONNECTION;
  if (failure.code === 'validation_failed') return failure.message || MESSAGES.auth.invalidEmail;
  if (failure.status === undefined || failure.status >= 500) return MESSAGES.payments.somethingWrong;
  return MESSAGES.auth.loginFailed;
}

/** The message for a failed sign-up (spec accounts §2 Signup, §8). */
export function signUpMessage(error: unknown, retryAfterSeconds?: number): string {
  const failure = readFailure(error);
  if (failure.status === 429) return tooManyAttempts(retryAfterSeconds);
  if (isNotStored(error)) return MESSAGES.auth.notStored;
  if (failure.code === 'user_already_exists') return MESSAGES.auth.alreadyRegistered;
  if (isOutage(failure)) return NO_CONNECTION;
  if (failure.status !== undefined && failure.status >= 500) return MESSAGES.auth.signupFailed;
  return ownMessage(failure);
}

/** The message for any other failed auth request. */
export function authMessage(error: unknown, retryAfterSeconds?: number): string {
  const failure = readFailure(error);
  if (failure.status === 429) return tooManyAttempts(retryAfterSeconds);
  if (isNotStored(error)) return MESSAGES.auth.notStored;
  if (failure.code === 'user_banned') return MESSAGES.auth.disabled;
  if (isOutage(failure)) return NO_CONNECTION;
  // The server says what can't be reached, such as Google.
  if (failure.code === 'request_timeout' && failure.message) return failure.message;
  if (failure.status !== undefined && failure.status >= 500) return MESSAGES.payments.somethingWrong;
  return ownMessage(failure);
}

/** The server's own text. Without a status, it is JavaScript's about a response that no one could read. */
function ownMessage({ status, message }: z.infer<typeof AuthFailure>): string {
  return (status !== undefined && message) || MESSAGES.auth.unexpected;
}

/** Whether a sign-in failed because no account has the address. */
export function isNotRegistered(error: unknown): boolean {
  return readFailure(error).code === 'user_not_found';
}

/** Whether an emailed link or code is used up or too old. After any other failure, it may still work. */
export function isUsedUp(error: unknown): boolean {
  return readFailure(error).code === 'otp_expired';
}

function isNotStored(error: unknown): boolean {
  return StorageFailure.safeParse(error).success;
}

function readFailure(error: unknown): z.infer<typeof AuthFailure> {
  return AuthFailure.catch({}).parse(error);
}

/** The auth client reports a lost connection as status 0; a failed dynamic import has no status. */
function isOutage(failure: z.infer<typeof AuthFailure>): boolean {
  if (failure.status === 0) return true;
  return failure.status === undefined && /fetch|network|import/i.test(failure.message ?? '');
}

function tooManyAttempts(retryAfterSeconds: number | undefined): string {
  const wait = retryAfterSeconds ? `in ${formatSeconds(retryAfterSeconds)}` : 'in a few minutes';
  return `Too many attempts. Please try again ${wait}.`;
}
