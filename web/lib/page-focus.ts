import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** How long a page may take to show its heading. */
const HEADING_WAIT_MS = 5_000;

/**
 * Moves the focus to the heading of each page that is navigated to, so that screen readers announce it and the
 * keyboard starts there. Not on the first page, nor if the page itself puts the focus into a field.
 */
export function useFocusOnNavigation(): void {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A fragment is a place on the page, where the browser's own focus starts.
    if (hash) return;
    return focusHeadingWhenShown();
  }, [pathname, hash]);
}

/** Focuses the page's heading. Returns whether there is one. */
export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('h1');
  if (!heading) return false;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}

/** Waits for a heading that is still loading. Returns a function that stops. */
function focusHeadingWhenShown(): () => void {
  const before = document.activeElement;
  const attempt = () => {
    const active = document.activeElement;
    // The user went on, or the page has focused a field.
    const taken = active !== before && active !== document.body;
    return taken || inField(active) || focusHeading();
  };
  if (attempt()) return () => {};
  const observer = new MutationObserver(() => {
    if (attempt()) stop();
  });
  const timer = setTimeout(() => stop(), HEADING_WAIT_MS);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}

function inField(element: Element | null): boolean {
  return element?.matches('main :is(input, textarea, select)') ?? false;
}
