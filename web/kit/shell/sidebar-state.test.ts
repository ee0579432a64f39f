import { describe, expect, it } from 'vitest';
import { readSidebarCookie, sidebarCookie } from './sidebar-state.ts';

describe('the sidebar cookie', () => {
  it('defaults to open', () => {
    expect(readSidebarCookie('')).toBe(true);
    expect(readSidebarCookie('theme=dark; other=closed')).toBe(true);
  });

  it('reads back what it wrote, among other cookies', () => {
    for (const open of [true, false]) {
      const [pair] = sidebarCookie(open).split(';');
      expect(readSidebarCookie(`a=1; ${pair}; b=2`)).toBe(open);
    }
  });

  it('lasts 7 days on the whole site', () => {
    expect(sidebarCookie(false)).toContain('max-age=604800');
    expect(sidebarCookie(false)).toContain('path=/');
  });
});
