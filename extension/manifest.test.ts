import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COLLECT_SITES } from '#contract/collect-sites.ts';
import { BROWSERS, manifestOf } from './manifest.ts';
import { SITE_BUILDS } from './sites.ts';

const ALL = SITE_BUILDS.flatMap((site) => BROWSERS.map((browser) => [site.id, browser, site] as const));

it('there is an extension for each site', () => {
  expect(SITE_BUILDS.map((site) => site.id)).toEqual(COLLECT_SITES);
  expect(SITE_BUILDS.filter((site) => site.tap).map((site) => site.id)).toEqual(['google-maps', 'twitter']);
});

/** Frozen: a new permission needs a new decision page, new store texts and a new consent of each user. */
describe('the permissions of all extensions', () => {
  it.each(ALL)('%s for %s', (_, browser, site) => {
    const manifest = manifestOf(site, browser, '1.2.3');
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
  const files = ['cut', 'tap'].flatMap((folder) =>
    readdirSync(join(import.meta.dirname, folder)).map((name) => join(folder, name)),
  );

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
