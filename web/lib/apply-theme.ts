/** Where this browser saves the chosen theme. build/theme-script.ts reads it before the first paint. */
export const THEME_KEY = 'leadwell-theme';

/**
 * Shows the light or dark theme; anything else means the system's. The colors are in theme.css. Imports nothing and
 * calls no other function, because the build also writes it into a script of its own.
 */
export function applyTheme(theme: string | null): void {
  const chosen = theme === 'light' || theme === 'dark' ? theme : null;
  if (chosen) document.documentElement.dataset.theme = chosen;
  else delete document.documentElement.dataset.theme;
  // The canvas behind the page, until the style sheet has loaded.
  document.querySelector('meta[name="color-scheme"]')?.setAttribute('content', chosen ?? 'light dark');
  // The browser's own bars. Each tag has the color of one theme.
  for (const tag of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = tag.dataset.theme;
    if (chosen) tag.media = own === chosen ? 'all' : 'not all';
    else tag.media = `(prefers-color-scheme: ${own})`;
  }
}
