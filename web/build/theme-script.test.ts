import { describe, expect, it } from 'vitest';
import { THEME_KEY } from '../lib/apply-theme.ts';
import { themeScriptText } from './theme-script.ts';

/** Runs the script in a page with these saved values. `null` stands for blocked storage. */
function run(saved: Record<string, string> | null) {
  const dataset: Record<string, string> = { theme: 'stale' };
  const tags = ['light', 'dark'].map((theme) => ({ dataset: { theme }, media: '' }));
  let canvas = '';
  const page = {
    documentElement: { dataset },
    querySelector: () => ({ setAttribute: (_name: string, value: string) => (canvas = value) }),
    querySelectorAll: () => tags,
  };
  const storage = {
    getItem(key: string) {
      if (!saved) throw new Error('blocked');
      return saved[key] ?? null;
    },
  };
  new Function('document', 'localStorage', themeScriptText())(page, storage);
  return { theme: dataset.theme, canvas, media: tags.map(({ media }) => media) };
}

const SYSTEM = {
  theme: undefined,
  canvas: 'light dark',
  media: ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'],
};

describe('the theme script', () => {
  it('shows the saved theme, also in the bars of the browser', () => {
    expect(run({ [THEME_KEY]: 'dark' })).toEqual({
      theme: 'dark',
      canvas: 'dark',
      media: ['not all', 'all'],
    });
    expect(run({ [THEME_KEY]: 'light' })).toEqual({
      theme: 'light',
      canvas: 'light',
      media: ['all', 'not all'],
    });
  });

  it('leaves the theme to the system without a choice', () => {
    expect(run({})).toEqual(SYSTEM);
    expect(run({ [THEME_KEY]: 'system' })).toEqual(SYSTEM);
  });

  it('survives unexpected text and blocked storage', () => {
    expect(run({ [THEME_KEY]: '"><script>' })).toEqual(SYSTEM);
    expect(run(null)).toEqual(SYSTEM);
  });

  it('is small, since the page waits for it', () => {
    expect(themeScriptText().length).toBeLessThan(1000);
  });
});
