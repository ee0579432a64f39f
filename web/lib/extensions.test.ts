import { expect, it } from 'vitest';
import type { CollectSite } from '#contract/collect-sites.ts';
import type { DeviceView } from '#contract/devices.ts';
import { collectLimits } from '#extension/sites.ts';
import { extensionAccess, outdatedDevices } from './extensions.ts';

function access(plan: 'free' | 'premium' | 'unlimited', site: CollectSite) {
  const limits = collectLimits(plan, site);
  return extensionAccess({ site, latestVersion: '1.0.0', allowed: limits !== null, limits, packages: [] });
}

it('gives each plan what the specification says, and nothing before the plan is known', () => {
  expect(extensionAccess(undefined)).toBe('unknown');
  expect(access('free', 'google-maps')).toBe('limited');
  expect(access('free', 'twitter')).toBe('none');
  expect(access('free', 'linkedin-jobs')).toBe('none');
  expect(access('premium', 'linkedin-jobs')).toBe('full');
  expect(access('premium', 'twitter')).toBe('none');
  expect(access('unlimited', 'twitter')).toBe('full');
});

it('finds the browsers with an old version of one extension', () => {
  const device = (name: string, site: CollectSite, outdated: boolean): DeviceView => ({
    id: crypto.randomUUID(),
    name,
    site,
    outdated,
    version: '0.0.9',
    createdAt: '',
    lastUsedAt: '',
  });
  const devices = [
    device('Old', 'clutch', true),
    device('New', 'clutch', false),
    device('Other', 'twitter', true),
  ];
  expect(outdatedDevices(devices, 'clutch').map(({ name }) => name)).toEqual(['Old']);
  expect(outdatedDevices(undefined, 'clutch')).toEqual([]);
});
