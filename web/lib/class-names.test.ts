import { globSync, readFileSync } from 'node:fs';
import { twMerge } from 'tailwind-merge';
import { expect, it } from 'vitest';
import { cn } from './class-names.ts';

/** Every word of a string in the pages. Most are class names, and the others change nothing. */
function wordsOfPages(): string[] {
  const files = globSync(['web/**/*.{ts,tsx}', 'tools/*/web/**/*.{ts,tsx}'], {
    exclude: ['web/dist/**', 'web/lib/class-names*.ts'],
  });
  const words = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].flatMap(
      ([, single = '', double = '', template = '']) => `${single} ${double} ${template}`.split(/\s+/),
    ),
  );
  return [...new Set(words)].filter((word) => /^[-\w:[\]()/.%,#*&>+=~^'|!@]+$/.test(word));
}

/** Without its variants: "md:hover:px-4" -> "px-4" */
function withoutVariants(word: string): string {
  return /(?:^|:)((?:[^:[(]|\[[^\]]*\]|\((?:[^()]|\([^)]*\))*\))+)$/.exec(word)?.[1] ?? word;
}

it('merges each pair of our classes as all of Tailwind would', () => {
  const names = [...new Set(wordsOfPages().map(withoutVariants))];
  // Only a word that tailwind-merge knows overrides itself behind a variant and back.
  const classes = names.filter((name) => twMerge(`${name} ${name}`) === name);
  expect(classes.length).toBeGreaterThan(400);
  const differences: string[] = [];
  for (const first of classes)
    for (const second of classes) {
      const pair = `${first} ${second}`;
      if (first !== second && cn(pair) !== twMerge(pair)) differences.push(`${pair}: ${cn(pair)}`);
    }
  expect(differences).toEqual([]);
});

it('merges variants and important classes', () => {
  for (const names of [
    'md:px-4 px-2 md:px-5',
    'hover:bg-muted bg-card hover:bg-accent',
    'p-4 md:p-5 p-0 md:p-0',
    '[&_svg]:size-4 [&_svg]:size-5',
    'text-lg/6 leading-4 text-sm',
    '*:p-1 *:p-2',
    'data-[state=open]:bg-muted data-[state=open]:bg-card',
    'border border-border border-danger/25 border-b-0',
  ])
    expect(cn(names)).toBe(twMerge(names));
});
