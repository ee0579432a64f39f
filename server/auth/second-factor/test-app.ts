import type { Hono } from 'hono';
import type { AppEnv } from '../../http/context.ts';
import type { TestClock } from '../../test-deps.ts';
import { send, TEST_PASSWORD } from '../test-requests.ts';
import { codeOf, stepAt } from './totp.ts';

/** An authenticator app. */
export interface TestApp {
  /** The code now, or of a number of steps later. */
  code(later?: number): string;
}

/** An app with a Base32 secret. `now`: its clock, in ms since the epoch. */
export function authenticatorApp(secret: string, now: () => number): TestApp {
  const bits = [...secret]
    .map((one) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0'))
    .join('');
  const bytes = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
  return { code: (later = 0) => codeOf(bytes, stepAt(now()) + later) };
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
