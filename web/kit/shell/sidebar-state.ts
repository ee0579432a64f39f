import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { MOBILE_BREAKPOINT_PX, SIDEBAR_COOKIE_DAYS } from '#contract/limits.ts';

const PHONE = `(max-width: ${MOBILE_BREAKPOINT_PX - 1}px)`;
const MenuState = z.looseObject({ menuOpen: z.literal(true) });

interface SidebarState {
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

const NAME = 'leadwell_sidebar';
const SECONDS_PER_DAY = 86_400;

/** `document.cookie` -> whether the sidebar is open. Defaults to open. */
export function readSidebarCookie(cookies: string): boolean {
  const stored = cookies.split(';').find((cookie) => cookie.trim().startsWith(`${NAME}=`));
  return stored?.trim() !== `${NAME}=closed`;
}

/** The cookie that stores the sidebar's state for 7 days (spec accounts §2). */
export function sidebarCookie(open: boolean): string {
  return `${NAME}=${open ? 'open' : 'closed'}; path=/; max-age=${SIDEBAR_COOKIE_DAYS * SECONDS_PER_DAY}; samesite=lax`;
}
