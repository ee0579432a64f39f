import type { Hono } from 'hono';
import { Secret, TOTP } from 'otpauth';
import type { AppEnv } from '../../http/context.ts';
import type { TestClock } from '../../test-deps.ts';
import { send, TEST_PASSWORD } from '../test-requests.ts';

/** An authenticator app. */
export interface TestApp {
  /** The code now, or of a number of steps later. */
  code(later?: number): string;
}

/** An app with a Base32 secret. `now`: its clock, in ms since the epoch. */
export function authenticatorApp(secret: string, now: () => number): TestApp {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return { code: (later = 0) => totp.generate({ timestamp: now() + later * 30_000 }) };
}

/** Turns on two-factor login, and moves the clock on to the next code. */
export async function turnOnTwoFactor(
  app: Hono<AppEnv>,
  clock: TestClock,
  token: string,
): Promise<{ phone: TestApp; recoveryCodes: string[] }> {
  const post = async (path: string, body: object) => {
    const response = await send(app, `/functions/v1/${path}`, { token, body });
    if (response.status !== 200) throw new Error(`${path}: ${await response.text()}`);
    return response.json();
  };
  const { secret } = (await post('two-factor-setup', { currentPassword: TEST_PASSWORD })) as {
    secret: string;
  };
  const phone = authenticatorApp(secret, clock.now);
  const { recoveryCodes } = (await post('two-factor-enable', { code: phone.code() })) as {
    recoveryCodes: string[];
  };
  clock.advance(30_000);
  return { phone, recoveryCodes };
}
