import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('theme.css', import.meta.url), 'utf8');
const TOKEN = /--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g;
const tokens = new Map(
  [...css.matchAll(TOKEN)].map(([, name = '', light = '', dark = '']) => [name, { light, dark }]),
);

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((index) => {
    const part = Number.parseInt(hex.slice(index, index + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const PAGE = ['background', 'surface', 'card', 'muted'];
const TEXT: [string, string[]][] = [
  ['foreground', [...PAGE, 'accent-soft', 'success-soft', 'warning-soft', 'danger-soft']],
  ['foreground', ['selected']],
  ['inverse-foreground', ['inverse']],
  ['muted-foreground', PAGE],
  ['accent', ['background', 'surface', 'card', 'accent-soft']],
  ['accent-foreground', ['accent', 'accent-hover']],
  ['success', ['card', 'surface', 'success-soft']],
  ['warning', ['card', 'surface', 'warning-soft']],
  ['danger', ['card', 'surface', 'danger-soft']],
];
const CONTROLS: [string, string[]][] = [
  ['input', ['background', 'surface', 'card']],
  // The thumb of a switch.
  ['accent-foreground', ['accent']],
  ['ring', PAGE],
];

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  const color = (name: string) => tokens.get(name)?.[theme] ?? `missing: ${name}`;
  const pairs = (rows: [string, string[]][]) =>
    rows.flatMap(([front, backs]) => backs.map((back) => [front, back] as const));

  it.each(pairs(TEXT))('has readable text: %s on %s', (front, back) => {
    expect(contrast(color(front), color(back))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(pairs(CONTROLS))('has visible controls: %s on %s', (front, back) => {
    expect(contrast(color(front), color(back))).toBeGreaterThanOrEqual(3);
  });
});
