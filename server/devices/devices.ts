import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { isUnlimited } from '#contract/access.ts';
import { type CollectLimits, type CollectSite, isOlderVersion } from '#contract/collect-sites.ts';
import type { DeviceView } from '#contract/devices.ts';
import { CallError } from '#contract/errors.ts';
import { collectLimits } from '#extension/sites.ts';
import { lockGateAccount } from '../accounts/account.ts';
import type { Deps } from '../deps.ts';
import * as store from '../device-tokens/device-table.ts';
import { EXTENSION_VERSION } from '../extensions/versions.ts';
import type { Authenticate, Session } from '../http/context.ts';
import { accountOfCode, rotateActivationCode } from '../payments/activation.ts';
import { type Db, type Tx, transaction } from '../platform/database/db.ts';
import { assertRoom } from '../platform/disk/disk-space.ts';

type DeviceDeps = Pick<Deps, 'config' | 'clock' | 'database'>;

/** The caller of an extension's call: a device instead of a session. Its `sessionId` is the device's ID. */
export interface DeviceSession extends Session {
  site: CollectSite;
}

const WRONG_CODE = 'This activation code isn’t valid. Copy it again from the settings of your account.';
const NOT_CONNECTED = 'This browser isn’t connected with Leadwell anymore. Enter your activation code again.';
const NOT_INCLUDED =
  'Your plan doesn’t include this extension. Upgrade your plan on the pricing page, then try again.';
/** The time of use is stored at most this often, so that reading an account rarely writes. */
const TOUCH_EVERY_MS = 60_000;
const NO_LIMITS: CollectLimits = { rows: 0, csv: false, fields: 'basic' };

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Tells accounts apart for a browser, and says nothing else about them. */
function accountMark({ secrets }: Pick<Deps, 'secrets'>, accountId: string): string {
  const key = Buffer.from(hkdfSync('sha256', secrets.dataKey, '', 'leadwell extension account', 32));
  return createHmac('sha256', key).update(accountId).digest('base64url');
}

/** Thrown by `activateDevice` for a code that no account has, so that tries can be counted. */
export class WrongCode extends CallError {
  constructor() {
    super('forbidden', WRONG_CODE);
  }
}

/**
 * Connects a browser with the account of an activation code. Returns the device's token, which is stored only as
 * a hash, what the plan gives, and a mark of the account. Throws WrongCode, and CallError if the plan doesn't include the extension or
 * the account has too many devices.
 */
export async function activateDevice(
  deps: DeviceDeps & Pick<Deps, 'secrets'>,
  { code, site, name }: { code: string; site: CollectSite; name: string },
): Promise<{ token: string; limits: CollectLimits; account: string }> {
  const { db, space } = deps.database;
  const accountId = await accountOfCode(db, code);
  if (accountId === null) throw new WrongCode();
  assertRoom(space);
  return transaction(db, async (tx) => {
    const account = await lockGateAccount(tx, deps.config, accountId);
    // Again, because the code may have been replaced before the account was locked.
    if (!account || (await accountOfCode(tx, code)) !== accountId) throw new WrongCode();
    const limits = collectLimits(account.plan, site);
    if (!limits) throw new CallError('forbidden', NOT_INCLUDED);
    const max = deps.config.DEVICES_PER_ACCOUNT;
    if ((await store.countDevices(tx, accountId)) >= max) {
      throw new CallError(
        'forbidden',
        `Your account has ${max} connected browsers, which is the limit. Disconnect one in the settings of your account.`,
      );
    }
    const token = `lwd_${randomBytes(32).toString('base64url')}`;
    const at = new Date(deps.clock.now());
    await store.insertDevice(tx, { accountId, tokenHash: hashToken(token), site, name, at });
    return { token, limits, account: accountMark(deps, accountId) };
  });
}

/** Recognizes device tokens. Throws CallError for one that isn't connected anymore. */
export function deviceAuthenticator(deps: DeviceDeps): Authenticate {
  const { db } = deps.database;
  return async (token): Promise<DeviceSession | null> => {
    if (!token.startsWith('lwd_')) return null;
    const device = await store.findDevice(db, hashToken(token));
    if (!device) throw new CallError('not_authenticated', NOT_CONNECTED);
    const now = deps.clock.now();
    if (now - device.last_used_at.getTime() >= TOUCH_EVERY_MS)
      await store.touchDevice(db, device.id, new Date(now));
    return { accountId: device.account_id, sessionId: device.id, email: '', site: device.site };
  };
}

/** The device that makes a call. Throws CallError if it asks for another extension's site. */
export function requireDevice(session: Session, site: CollectSite): DeviceSession {
  const device = session as DeviceSession;
  if (device.site !== site) {
    throw new CallError('validation_failed', 'This browser is connected for another extension.');
  }
  return device;
}

/** What the account of a device can do now: plan, extensions, and limits of this one. Throws CallError. */
export async function viewDeviceAccount(deps: DeviceDeps, accountId: string, site: CollectSite) {
  // A disabled account counts as missing.
  const account = await transaction(deps.database.db, (tx) => lockGateAccount(tx, deps.config, accountId));
  if (!account) throw new CallError('not_authenticated', NOT_CONNECTED);
  return { plan: account.plan, limits: collectLimits(account.plan, site) ?? NO_LIMITS };
}

/**
 * Locks the account of a device and returns what it can do with the extension. Throws CallError if the device was
 * disconnected meanwhile, the account is disabled, or the plan doesn't include the extension.
 */
export async function lockDeviceAccount(
  tx: Tx,
  deps: Pick<Deps, 'config'>,
  device: DeviceSession,
): Promise<{ limits: CollectLimits; unlimited: boolean }> {
  const account = await lockGateAccount(tx, deps.config, device.accountId);
  if (!account || !(await store.deviceExists(tx, device.sessionId)))
    throw new CallError('not_authenticated', NOT_CONNECTED);
  const limits = collectLimits(account.plan, device.site);
  if (!limits) throw new CallError('access_denied', NOT_INCLUDED);
  return { limits, unlimited: isUnlimited(account) };
}

export async function noteVersion(deps: DeviceDeps, device: DeviceSession, version: string): Promise<void> {
  await store.touchDevice(deps.database.db, device.sessionId, new Date(deps.clock.now()), version);
}

export async function listDevices(db: Db, accountId: string): Promise<DeviceView[]> {
  const devices = await store.accountDevices(db, accountId);
  return devices.map((device) => ({
    id: device.id,
    name: device.name,
    site: device.site,
    version: device.version,
    outdated: device.version !== null && isOlderVersion(device.version, EXTENSION_VERSION),
    createdAt: device.created_at.toISOString(),
    lastUsedAt: device.last_used_at.toISOString(),
  }));
}

/** Disconnects the browser that asks for it. One that was disconnected meanwhile is fine. */
export async function disconnectDevice(db: Db, { accountId, sessionId }: Session): Promise<void> {
  await store.deleteDevice(db, accountId, sessionId);
}

/** Disconnects a browser. Throws CallError if the account has no such device. */
export async function revokeDevice(db: Db, accountId: string, id: string): Promise<void> {
  if (!(await store.deleteDevice(db, accountId, id))) throw new CallError('not_found');
}

/** Replaces the activation code of an account and disconnects all its browsers. Throws CallError without a plan. */
export async function rotateCode(
  deps: DeviceDeps,
  accountId: string,
): Promise<{ code: string; disconnected: number }> {
  return transaction(deps.database.db, async (tx) => {
    const account = await lockGateAccount(tx, deps.config, accountId);
    if (!account) throw new CallError('not_authenticated');
    if (account.plan === 'free') throw new CallError('access_denied', NOT_INCLUDED);
    const code = await rotateActivationCode(tx, accountId, new Date(deps.clock.now()));
    return { code, disconnected: await store.deleteDevices(tx, accountId) };
  });
}
