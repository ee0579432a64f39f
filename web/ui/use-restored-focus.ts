import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus to the element if the focused control disappeared when the content changed, so that
 * keyboards and screen readers don't restart at the top of the page. `contentKey` identifies the content; the
 * element needs `tabIndex={-1}`.
 */
export function useRestoredFocus<E extends HTMLElement>(contentKey: unknown): RefObject<E | null> {
  const element = useRef<E>(null);
  const shownKey = useRef(contentKey);
  // A layout effect, so that it runs before the next key press.
  useLayoutEffect(() => {
    if (shownKey.current === contentKey) return;
    shownKey.current = contentKey;
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  }, [contentKey]);
  return element;
}
