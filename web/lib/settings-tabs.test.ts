import { expect, it } from 'vitest';
import { SETTINGS_TABS, settingsTab } from './settings-tabs.ts';

const open = (address: string) => {
  const { searchParams, hash } = new URL(`http://leadwell${address}`);
  return settingsTab(searchParams, hash).id;
};

it('opens the tab that the address names', () => {
  expect(open('/dashboard/settings')).toBe('profile');
  expect(open('/dashboard/settings?tab=security')).toBe('security');
  expect(open('/dashboard/settings?tab=gone')).toBe('profile');
});

it('opens the tab of an older link to a section', () => {
  for (const { id, sections } of SETTINGS_TABS)
    for (const section of sections) expect(open(`/dashboard/settings#${section}`), section).toBe(id);
  expect(open('/dashboard/settings#gone')).toBe('profile');
});
