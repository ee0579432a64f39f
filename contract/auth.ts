import { z } from 'zod';
import {
  MAILED_CODE_DIGITS,
  NAME_MAX_CHARS,
  NAME_MIN_CHARS,
  PASSWORD_MAX_CHARS,
  PASSWORD_MIN_CHARS,
} from './limits.ts';
import { MESSAGES } from './messages.ts';
import { SecondFactorCode } from './sign-in.ts';
import { visibleText } from './visible-text.ts';

/**
 * Error codes of /auth/v1 and their HTTP statuses. `session_not_found` on refresh and `user_not_found` on a
 * password sign-in return 400 instead.
 */
export const AUTH_ERRORS = {
  invalid_credentials: 400,
  email_not_confirmed: 400,
  validation_failed: 400,
  bad_json: 400,
  refresh_token_not_found: 400,
  refresh_token_already_used: 400,
  session_expired: 400,
  user_banned: 400,
  reauthentication_needed: 400,
  bad_oauth_state: 400,
  bad_oauth_callback: 400,
  no_authorization: 401,
  bad_jwt: 403,
  second_factor_needed: 403,
  session_not_found: 403,
  user_not_found: 403,
  otp_expired: 403,
  not_found: 404,
  identity_already_exists: 422,
  payload_too_large: 413,
  user_already_exists: 422,
  weak_password: 422,
  same_password: 422,
  signup_disabled: 422,
  anonymous_provider_disabled: 422,
  phone_provider_disabled: 422,
  email_provider_disabled: 422,
  otp_disabled: 422,
  provider_disabled: 422,
  over_request_rate_limit: 429,
  over_email_send_rate_limit: 429,
  unexpected_failure: 500,
  request_timeout: 503,
} as const satisfies Record<string, number>;
export type AuthErrorCode = keyof typeof AUTH_ERRORS;

/** In UTF-8. The metadata is part of the token in a header, and servers limit headers to 16 KB. */
const MAX_METADATA_BYTES = 4096;
const MAX_PHONE_CHARS = 40;
/** RFC 5321 §4.5.3.1.3, minus the angle brackets. */
const MAX_EMAIL_CHARS = 254;

/** An email address in a form, without the spaces and unseen characters that come along when it is copied from a page. */
export const TypedEmail = z.string().overwrite(visibleText).pipe(z.email(MESSAGES.auth.invalidEmail));

/** An email address as typed -> lowercased and without what no one sees, as it is stored. */
export const EmailAddress = z
  .string({
    error: (issue) => (issue.input === undefined ? MESSAGES.auth.fillAllFields : MESSAGES.auth.invalidEmail),
  })
  .overwrite(visibleText)
  .toLowerCase()
  .min(1, MESSAGES.auth.fillAllFields)
  .max(MAX_EMAIL_CHARS, MESSAGES.auth.invalidEmail)
  .pipe(z.email(MESSAGES.auth.invalidEmail));

/** A password to check, not one to set. */
const ExistingPassword = z
  .string({
    error: (issue) => (issue.input === undefined ? MESSAGES.auth.fillAllFields : 'Password must be text'),
  })
  .min(1, MESSAGES.auth.fillAllFields)
  .max(PASSWORD_MAX_CHARS, `Password must be at most ${PASSWORD_MAX_CHARS} characters`);

/**
 * A new password, as forms validate it (spec accounts §5). The API has a separate error code for short
 * passwords.
 */
export const NewPassword = z
  .string()
  .min(PASSWORD_MIN_CHARS, MESSAGES.auth.shortPassword)
  .refine(isStrongPassword, MESSAGES.auth.paddedPassword)
  .max(PASSWORD_MAX_CHARS, `Password must be at most ${PASSWORD_MAX_CHARS} characters`);

/** A person's name (spec accounts §5), without characters that no one sees. */
export const PersonName = z
  .string({ error: 'Name must be text' })
  .overwrite(visibleText)
  .min(NAME_MIN_CHARS, MESSAGES.auth.shortName)
  .max(NAME_MAX_CHARS, `Name must be at most ${NAME_MAX_CHARS} characters`);

/** Digits with an optional + and the usual separators, and an optional extension. */
const PHONE = /^\+?[\d\s().\-/]+(?:\s*(?:ext\.?|x|#)\s*\d{1,6})?$/i;
/** Short national numbers, and the longest international one (E.164). */
const PHONE_DIGITS = { min: 5, max: 21 };

/** A phone number as typed; an empty string becomes null. */
export const PersonPhone = z
  .string({ error: 'Phone number must be text' })
  .trim()
  .max(MAX_PHONE_CHARS, `Phone number must be at most ${MAX_PHONE_CHARS} characters`)
  .refine((phone) => phone === '' || isPhone(phone), MESSAGES.auth.phoneShape)
  .nullable()
  .transform((phone) => phone || null);

function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  return PHONE.test(text) && digits >= PHONE_DIGITS.min && digits <= PHONE_DIGITS.max;
}

/**
 * Metadata a user sets on themselves. Every access token contains it, so it is small. Never authorize based
 * on it.
 */
export const UserMetadata = z
  .looseObject(
    { name: PersonName.optional(), phoneNumber: PersonPhone.optional() },
    { error: 'data must be an object' },
  )
  .refine((data) => new TextEncoder().encode(JSON.stringify(data)).length <= MAX_METADATA_BYTES, {
    error: `data must be at most ${MAX_METADATA_BYTES} bytes of JSON`,
  });
export type UserMetadata = z.infer<typeof UserMetadata>;

/** Whether a new password is long enough (spec accounts §5). Spaces at its ends, which anyone can guess, don't count. */
export function isStrongPassword(password: string): boolean {
  return password.trim().length >= PASSWORD_MIN_CHARS;
}

/** Body of POST /signup. A short password passes here because it has its own error code. */
export const SignUpBody = z.object({
  email: EmailAddress,
  password: ExistingPassword,
  data: UserMetadata.nullish().transform((data) => data ?? {}),
});
export type SignUpBody = z.infer<typeof SignUpBody>;

/** Body of POST /token?grant_type=password. */
export const PasswordSignInBody = z.object({ email: EmailAddress, password: ExistingPassword });
export type PasswordSignInBody = z.infer<typeof PasswordSignInBody>;

/** Body of POST /token?grant_type=refresh_token. */
export const RefreshBody = z.object({
  refresh_token: z
    .string({ error: 'refresh_token must be text' })
    .min(1, 'refresh_token is required')
    .max(256),
});

/**
 * Body of PUT /user. `data` is merged into the stored metadata; a null value removes a key.
 * `current_password` is required for a new password or `email`, unless the session was started by an emailed code or link, or at
 * a provider, in the last hour. A new `email` takes effect once the user confirms it with the emailed code or link.
 */
export const UpdateUserBody = z.object({
  email: EmailAddress.nullish(),
  password: ExistingPassword.nullish(),
  current_password: ExistingPassword.nullish(),
  /** With `email`, if two-factor login is on: a code of the app, or a recovery code. */
  nonce: SecondFactorCode.nullish(),
  data: UserMetadata.nullish(),
});
export type UpdateUserBody = z.infer<typeof UpdateUserBody>;

/** Body of POST /recover. */
export const RecoverBody = z.object({ email: EmailAddress });

/** Body of POST /otp. Unless `create_user` is false, confirming the address creates an account. */
export const OtpBody = z.object({
  email: EmailAddress,
  create_user: z.boolean({ error: 'create_user must be true or false' }).default(true),
  data: UserMetadata.nullish().transform((data) => data ?? {}),
});
export type OtpBody = z.infer<typeof OtpBody>;

/** Body of POST /resend. */
export const ResendBody = z.object({
  email: EmailAddress,
  type: z.enum(['signup', 'email_change'], { error: 'type must be signup or email_change' }),
});

/**
 * The purpose of an emailed code or link, in supabase-js terms. `email`, `magiclink` and `signup` are
 * equivalent here.
 */
export const VerifyType = z.enum(['recovery', 'email', 'magiclink', 'signup', 'email_change'], {
  error: 'type must be recovery, email, magiclink, signup or email_change',
});
export type VerifyType = z.infer<typeof VerifyType>;

/** An emailed code, with any whitespace removed. */
export const ConfirmationCode = z
  .string({ error: MESSAGES.auth.fillAllFields })
  .transform((code) => code.replace(/\s/g, ''))
  .pipe(z.string().regex(new RegExp(`^\\d{${MAILED_CODE_DIGITS}}$`), MESSAGES.auth.codeShape));

/** Body of POST /verify: a code with the address it was sent to, or the token from a link. */
export const VerifyBody = z.union(
  [
    z.object({ type: VerifyType, token_hash: z.string().min(1).max(256) }),
    z.object({ type: VerifyType, email: EmailAddress, token: z.string().min(1).max(256) }),
  ],
  { error: 'Verify requires a type and either token_hash, or email and token' },
);
export type VerifyBody = z.infer<typeof VerifyBody>;

export const LogoutScope = z.enum(['global', 'local', 'others'], {
  error: 'scope must be global, local or others',
});
export type LogoutScope = z.infer<typeof LogoutScope>;
