/** The parts of the settings page. Each has an address, and sections that older links lead to by their fragment. */
export const SETTINGS_TABS = [
  { id: 'profile', title: 'Profile', sections: ['profile', 'email', 'appearance'] },
  { id: 'security', title: 'Security', sections: ['password', 'two-factor', 'connected', 'sessions'] },
  { id: 'notifications', title: 'Notifications', sections: ['notifications'] },
  { id: 'billing', title: 'Billing', sections: ['billing'] },
  { id: 'ai', title: 'AI models', sections: ['ai'] },
  { id: 'extensions', title: 'Browser extensions', sections: ['extensions'] },
  { id: 'data', title: 'Your data', sections: ['data', 'delete'] },
] as const satisfies readonly { id: string; title: string; sections: readonly string[] }[];

export type SettingsTab = (typeof SETTINGS_TABS)[number];

/** The tab of an address: the one that it names, else the one with the section in its fragment, else the first. */
export function settingsTab(search: URLSearchParams, hash: string): SettingsTab {
  const named = SETTINGS_TABS.find(({ id }) => id === search.get('tab'));
  const section = hash.slice(1);
  const withSection = SETTINGS_TABS.find(({ sections }) =>
    sections.some((tabSection) => tabSection === section),
  );
  return named ?? withSection ?? SETTINGS_TABS[0];
}
