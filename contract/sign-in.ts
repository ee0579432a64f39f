import { z } from 'zod';
import { MESSAGES } from './messages.ts';

export const PROVIDERS = ['google', 'microsoft'] as const;
/** An identity provider that people can sign in with (OpenID Connect). */
export const ProviderName = z.enum(PROVIDERS, { error: 'provider must be google or microsoft' });
export type ProviderName = z.infer<typeof ProviderName>;

export const PROVIDER_TITLES: Readonly<Record<ProviderName, string>> = {
  google: 'Google',
  microsoft: 'Microsoft',
};

/** An account at a provider. `email` is lowercase; null if the provider named none. */
export interface ProviderIdentity {
  provider: ProviderName;
  issuer: string;
  subject: string;
  email: string | null;
}

/** Digits of a code of an authenticator app. */
export const APP_CODE_DIGITS = 6;
/** Characters of a recovery code, without its hyphen. */
export const RECOVERY_CODE_CHARS = 10;
export const RECOVERY_CODES = 10;

/**
 * A code of an authenticator app (6 digits), or a recovery code (10 characters), as typed -> in lower case,
 * without spaces and hyphens.
 */
export const SecondFactorCode = z
  .string({ error: MESSAGES.auth.fillAllFields })
  .max(100, MESSAGES.secondFactor.codeShape)
  .transform((code) => code.replace(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().regex(/^(\d{6}|[a-z2-7]{10})$/, MESSAGES.secondFactor.codeShape));

/** A code of an authenticator app, with any whitespace removed. */
export const AppCode = z
  .string({ error: MESSAGES.auth.fillAllFields })
  .max(100, MESSAGES.secondFactor.appCodeShape)
  .transform((code) => code.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, MESSAGES.secondFactor.appCodeShape));

/** The current password, as a proof of the owner. */
export const CurrentPassword = z.string().max(1000).nullish();

/** Body of POST /auth/v1/second-factor: finishes a sign-in that responded `second_factor_needed`. */
export const SecondFactorBody = z.object({ ticket: z.string().min(1).max(256), code: SecondFactorCode });
export type SecondFactorBody = z.infer<typeof SecondFactorBody>;

/** What `second_factor_needed` responds besides its code and message. */
export const SecondFactorNeeded = z.object({ second_factor: z.object({ ticket: z.string().min(1) }) });

/** Body of POST /auth/v1/openid/start. `connect` needs a signed-in user, and their password if they have one. */
export const OpenIdStartBody = z.object({
  provider: ProviderName,
  intent: z.enum(['sign-in', 'sign-up', 'connect'], { error: 'intent must be sign-in, sign-up or connect' }),
  current_password: z.string().max(1000).nullish(),
});
export type OpenIdStartBody = z.infer<typeof OpenIdStartBody>;

/** The response to POST /auth/v1/openid/start: the page of the provider to go to. */
export const OpenIdStart = z.object({ url: z.url() });

/** Body of POST /auth/v1/openid/finish: the query of the page that the provider returned to. */
export const OpenIdFinishBody = z.object({
  provider: ProviderName,
  state: z.string().min(1).max(256),
  code: z.string().min(1).max(4096),
  /** RFC 9207 */
  iss: z.string().max(2000).nullish(),
});
export type OpenIdFinishBody = z.infer<typeof OpenIdFinishBody>;

/** The ways to sign in to the account. Times are ISO 8601 in UTC. */
export const SignInMethods = z.object({
  /** Connected accounts. */
  identities: z.array(
    z.object({ provider: ProviderName, email: z.string().nullable(), connectedAt: z.string() }),
  ),
  /** null: two-factor sign-in is off. */
  twoFactor: z.object({ since: z.string(), recoveryCodesLeft: z.int().nonnegative() }).nullable(),
  /** The next change of a sign-in method needs the current password. */
  passwordNeeded: z.boolean(),
  /** The session is too old to change a sign-in method, and the account has no password to prove its owner. */
  signInNeeded: z.boolean(),
});
export type SignInMethods = z.infer<typeof SignInMethods>;
