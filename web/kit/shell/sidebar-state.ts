import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { MOBILE_BREAKPOINT_PX } from '#contract/limits.ts';
import { readSidebarCookie, sidebarCookie } from './sidebar-cookie.ts';

const PHONE = `(max-width: ${MOBILE_BREAKPOINT_PX - 1}px)`;
const MenuState = z.looseObject({ menuOpen: z.literal(true) });

export interface SidebarState {
  /** On wide screens: whether the sidebar shows labels or only icons. */
  open: boolean;
  /** On phones: whether the sidebar is open over the page. */
  overlayOpen: boolean;
  closeOverlay(): void;
  toggle(): void;
}

/**
 * The sidebar's state. Ctrl+B or Cmd+B toggles it, and a cookie stores it for 7 days (spec accounts §2). On
 * phones, the open sidebar is a history entry, so that Back closes it.
 */
export function useSidebarState(): SidebarState {
  const [open, setOpen] = useState(() => readSidebarCookie(document.cookie));
  const location = useLocation();
  const navigate = useNavigate();
  const overlayOpen = MenuState.safeParse(location.state).success;

  const closeOverlay = () => {
    if (overlayOpen) void navigate(-1);
  };
  const openOverlay = () => {
    const { pathname, search, hash } = location;
    const state = { ...z.looseObject({}).catch({}).parse(location.state), menuOpen: true };
    void navigate({ pathname, search, hash }, { state, preventScrollReset: true });
  };
  const toggle = () => {
    if (window.matchMedia(PHONE).matches) {
      if (overlayOpen) closeOverlay();
      else openOverlay();
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
    window.addEventListener('keydown', onKey);
    phone.addEventListener('change', closeOverlay);
    return () => {
      window.removeEventListener('keydown', onKey);
      phone.removeEventListener('change', closeOverlay);
    };
  });

  return { open, overlayOpen, closeOverlay, toggle };
}
