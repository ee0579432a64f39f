import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BROWSERS, createManifest } from './manifest.ts';
import { SITES } from './sites.ts';

const ALL = SITES.flatMap((site) => BROWSERS.map((browser) => [site.id, browser, site] as const));

it('only Google Maps and X have a script that the page can see', () => {
  expect(SITES.filter((site) => site.hasTap).map((site) => site.id)).toEqual(['google-maps', 'twitter']);
});

/** Frozen: a new permission needs a new decision page, new store texts and a new consent of each user. */
describe('the permissions of all extensions', () => {
  it.each(ALL)('%s for %s', (_, browser, site) => {
    const manifest = createManifest(site, browser, '1.2.3');
    expect(manifest.permissions).toEqual(
      browser === 'chrome'
        ? ['activeTab', 'scripting', 'storage', 'sidePanel']
        : ['activeTab', 'scripting', 'storage'],
    );
    expect(Object.keys(manifest).sort()).toEqual(
      [
        'action',
        'background',
        browser === 'chrome' ? 'side_panel' : 'sidebar_action',
        'content_security_policy',
        'description',
        'icons',
        'manifest_version',
        browser === 'chrome' ? 'minimum_chrome_version' : 'browser_specific_settings',
        'name',
        'permissions',
        'version',
      ].sort(),
    );
    expect(manifest.manifest_version).toBe(3);
    expect(JSON.stringify(manifest)).not.toMatch(
      /host_permissions|content_scripts|web_accessible|externally_connectable|optional_|all_urls|unsafe-/,
    );
  });
});

describe('the source of the injected scripts', () => {
  const files = globSync(['core/page/*.ts', 'sites/*/{cut,tap}.ts'], { cwd: import.meta.dirname });

  it.each(files)('%s makes no request, changes no element and reads no cookie', (name) => {
    const source = readFileSync(join(import.meta.dirname, name), 'utf8');
    expect(source).not.toMatch(
      /cookie|localStorage|sessionStorage|indexedDB|eval\(|new Function|innerHTML|insertAdjacent|append|setAttribute|createElement\(|\.click\(|\bimport\(/,
    );
    expect(source).not.toMatch(
      /(?<!window\.)\bfetch\(|new XMLHttpRequest|sendBeacon|new WebSocket|EventSource/,
    );
  });
});
