import type { Site } from './site.ts';

export const BROWSERS = ['chrome', 'firefox'] as const;
/** `chrome` is for Chrome and Edge. */
export type Browser = (typeof BROWSERS)[number];

export const ICON_SIZES = [16, 32, 48, 128] as const;

/**
 * Scripts, styles and images come from the extension only. `connect-src` allows the Leadwell server that is
 * named in server.json, which isn't known yet, and servers on the same machine.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self' https: http://127.0.0.1:* http://localhost:*",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The manifest of one extension. manifest.test.ts freezes the permissions. */
export function createManifest(site: Site, browser: Browser, version: string): Record<string, unknown> {
  const icons = Object.fromEntries(ICON_SIZES.map((size) => [size, `icons/${size}.png`]));
  const shared = {
    manifest_version: 3,
    name: site.extension.name,
    version,
    description: site.extension.description,
    icons,
    action: { default_title: `Open ${site.extension.name}`, default_icon: icons },
    content_security_policy: { extension_pages: POLICY },
  };
  if (browser === 'chrome') {
    return {
      ...shared,
      permissions: ['activeTab', 'scripting', 'storage', 'sidePanel'],
      background: { service_worker: 'background.js', type: 'module' },
      side_panel: { default_path: 'panel.html' },
      // URL.parse; sidePanel.open is older.
      minimum_chrome_version: '126',
    };
  }
  return {
    ...shared,
    permissions: ['activeTab', 'scripting', 'storage'],
    background: { scripts: ['background.js'], type: 'module' },
    sidebar_action: {
      default_panel: 'panel.html',
      default_title: site.extension.name,
      default_icon: icons,
      open_at_install: false,
    },
    browser_specific_settings: {
      gecko: {
        id: `${site.id}@extensions.leadwell`,
        // The first version with data_collection_permissions.
        strict_min_version: '142.0',
        // Sent only when the user sends rows to their account.
        data_collection_permissions: { required: ['websiteContent', 'personallyIdentifyingInfo'] },
      },
    },
  };
}
