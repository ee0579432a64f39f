import { z } from 'zod';
import { type Call, call } from '../call.ts';
import { AppCode, CurrentPassword, ProviderName, SecondFactorCode, SignInMethods } from '../sign-in.ts';

const RecoveryCodeList = z.object({ recoveryCodes: z.array(z.string()) });

/** How the account logs in: providers and two-factor login. */
export const SIGN_IN_CALLS = {
  signInMethods: call({
    name: 'sign-in-methods',
    method: 'GET',
    scope: 'none',
    summary: 'Get how your account logs in: connected providers and two-factor login.',
    input: z.object({}),
    reply: SignInMethods,
  }),
  disconnectProvider: call({
    name: 'disconnect-provider',
    method: 'POST',
    scope: 'none',
    summary: 'Disconnect a provider. A password or another provider must remain.',
    input: z.object({ provider: ProviderName, currentPassword: CurrentPassword }),
    reply: z.object({}),
  }),
  twoFactorSetup: call({
    name: 'two-factor-setup',
    method: 'POST',
    scope: 'none',
    summary:
      'Set up two-factor login. Add the secret to an authenticator app, then send a code from the app.',
    input: z.object({ currentPassword: CurrentPassword }),
    reply: z.object({ secret: z.string(), uri: z.string() }),
  }),
  twoFactorEnable: call({
    name: 'two-factor-enable',
    method: 'POST',
    scope: 'none',
    summary: 'Turn on two-factor login with a code from the app. Returns the recovery codes, once.',
    input: z.object({ code: AppCode }),
    reply: RecoveryCodeList,
  }),
  twoFactorDisable: call({
    name: 'two-factor-disable',
    method: 'POST',
    scope: 'none',
    summary: 'Turn off two-factor login. Requires a code.',
    input: z.object({ currentPassword: CurrentPassword, code: SecondFactorCode }),
    reply: z.object({}),
  }),
  recoveryCodes: call({
    name: 'recovery-codes',
    method: 'POST',
    scope: 'none',
    summary: 'Replace your recovery codes. Requires a code.',
    input: z.object({ currentPassword: CurrentPassword, code: SecondFactorCode }),
    reply: RecoveryCodeList,
  }),
} as const satisfies Record<string, Call>;
