import { SIDEBAR_COOKIE_DAYS } from '#contract/limits.ts';

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
