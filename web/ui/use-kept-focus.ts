import { type RefObject, useEffect, useRef } from 'react';

/**
 * Where a control that had the focus gave way, the element takes it, so that keyboards and screen readers go on there and not at the top
 * of the page. `key` says what is shown; the element needs `tabIndex={-1}`.
 */
export function useKeptFocus<E extends HTMLElement>(key: unknown): RefObject<E | null> {
  const element = useRef<E>(null);
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  }, [key]);
  return element;
}
