import type { ExtensionBrowser } from '#contract/devices.ts';

/** The browsers that a package is for. */
export const BROWSER_NAMES: Record<ExtensionBrowser, string> = {
  chrome: 'Chrome and Edge',
  firefox: 'Firefox',
};

/** The package that fits a browser, by its User-Agent. Everything but Firefox takes the one for Chrome. */
export function currentBrowser(userAgent: string): ExtensionBrowser {
  return /\bFirefox\//.test(userAgent) ? 'firefox' : 'chrome';
}
