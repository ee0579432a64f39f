import { CALLS } from '#contract/calls.ts';
import { COLLECT_CALLS } from '#contract/collect.ts';
import { COLLECT_SITES } from '#contract/collect-sites.ts';
import { collectLimits } from '#extension/sites.ts';
import type { Deps } from '../deps.ts';
import { EXTENSION_VERSION, LEAST_EXTENSION_VERSION } from '../extensions/versions.ts';
import type { Binder } from '../http/bind.ts';
import { addressKey, createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import {
  activateDevice,
  deviceAuthenticator,
  disconnectDevice,
  listDevices,
  requireDevice,
  revokeDevice,
  rotateCode,
  viewDeviceAccount,
  WrongCode,
} from './devices.ts';

const QUARTER_HOUR_MS = 15 * 60_000;
const TRIES: RateLimit = { name: 'extension-activate', limit: 60, windowMs: QUARTER_HOUR_MS };
const WRONG_CODES: RateLimit = { name: 'extension-wrong-code', limit: 10, windowMs: QUARTER_HOUR_MS };
const ROTATIONS: RateLimit = { name: 'activation-code-rotate', limit: 20, windowMs: 3_600_000 };

/** Mounts activation and the list of connected browsers. */
export function mountDevices(binder: Binder, deps: Deps): void {
  const { db } = deps.database;
  const limiter = createRateLimiter(deps);
  const authenticate = deviceAuthenticator(deps);

  binder.public(COLLECT_CALLS.activate, async ({ input, context }) => {
    const address = addressKey(context.get('clientAddress'));
    await limiter.check(WRONG_CODES, address);
    // Also bounds parallel tries, whose wrong codes are counted only afterward.
    await limiter.take(TRIES, address);
    try {
      return await activateDevice(deps, { code: input.code, site: input.site, name: input.deviceName });
    } catch (error) {
      if (error instanceof WrongCode) await limiter.take(WRONG_CODES, address);
      throw error;
    }
  });

  binder.signedIn(
    COLLECT_CALLS.account,
    async ({ session, input }) => {
      const { accountId, site } = requireDevice(session, input.site);
      const { plan, limits } = await viewDeviceAccount(deps, accountId, site);
      return {
        plan,
        limits,
        sites: COLLECT_SITES.filter((collectSite) => collectLimits(plan, collectSite) !== null),
        latestVersion: EXTENSION_VERSION,
        leastVersion: LEAST_EXTENSION_VERSION,
      };
    },
    { authenticate },
  );

  binder.signedIn(
    COLLECT_CALLS.disconnect,
    async ({ session }) => {
      await disconnectDevice(db, session);
      return {};
    },
    { authenticate },
  );

  binder.signedIn(CALLS.devices, async ({ session }) => ({
    devices: await listDevices(db, session.accountId),
    max: deps.config.DEVICES_PER_ACCOUNT,
  }));

  binder.signedIn(CALLS.deviceRevoke, async ({ session, input }) => {
    await revokeDevice(db, session.accountId, input.id);
    return {};
  });

  binder.signedIn(CALLS.activationCodeRotate, async ({ session }) => {
    await limiter.take(ROTATIONS, session.accountId);
    return rotateCode(deps, session.accountId);
  });
}
