import { useEffect, useState } from 'react';
import { MOBILE_BREAKPOINT_PX } from '#contract/limits.ts';
import { readSidebarCookie, sidebarCookie } from './sidebar-cookie.ts';

const PHONE = `(max-width: ${MOBILE_BREAKPOINT_PX - 1}px)`;

export interface SidebarState {
  /** On wide screens: whether the sidebar shows labels or only icons. */
  open: boolean;
  /** On phones: whether the sidebar is open over the page. */
  overlayOpen: boolean;
  setOverlayOpen(open: boolean): void;
  toggle(): void;
}

/** The sidebar's state. Ctrl+B or Cmd+B toggles it, and a cookie stores it for 7 days (spec accounts §2). */
export function useSidebarState(): SidebarState {
  const [open, setOpen] = useState(() => readSidebarCookie(document.cookie));
  const [overlayOpen, setOverlayOpen] = useState(false);

  const toggle = () => {
    if (window.matchMedia(PHONE).matches) {
      setOverlayOpen((before) => !before);
      return;
    }
    // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari don't support the Cookie Store API.
    document.cookie = sidebarCookie(!open);
    setOpen(!open);
  };

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      toggle();
    };
    const phone = window.matchMedia(PHONE);
    const onWidth = () => setOverlayOpen(false);
    window.addEventListener('keydown', onKey);
    phone.addEventListener('change', onWidth);
    return () => {
      window.removeEventListener('keydown', onKey);
      phone.removeEventListener('change', onWidth);
    };
  });

  return { open, overlayOpen, setOverlayOpen, toggle };
}
