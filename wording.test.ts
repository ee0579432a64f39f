import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Wordings that people would not say, or that differ from the words on all other pages, with the ones to use. */
const WORDINGS: readonly (readonly [wrong: RegExp, right: string])[] = [
  [/\b(nobody|somebody|anybody)\b/i, 'no one, someone, anyone'],
  [/\bsign(s|ed|ing)? (in|out)\b/i, 'log in, log out'],
  [/\bsign-?ins?\b/i, 'login'],
  [/^Login$|\b(please|to) login\b/i, 'Log in, as a verb'],
  [/\bcodes? of (your|the) (authenticator )?app/i, 'a code from your app'],
  [/\bconnect(s|ed)? (\w+ )?with (your|the) account/i, 'connected to your account'],
  [/\bservers? lie/i, 'servers can give wrong answers'],
  // A site of several pages costs as much as one (docs/deviations.md 11).
  [/\bcredits?\b[^.]{0,30}\b(per|a|one|each|every) pages?\b/i, 'one credit covers one URL'],
];
/** What isn't shown as a text: names, values of calls, words that a search also finds, and Supabase's own message. */
const NOT_SHOWN = /^Anonymous sign-ins are disabled$|^intent must be sign-in|^sign out$|^(?!Login$)[\w/.-]+$/;

const FILES = globSync('{contract,web,tools,server,extension,cli}/**/*.{ts,tsx}', {
  cwd: import.meta.dirname,
  exclude: ['**/*.test.*', '**/test-*', '**/dist/**'],
});

/** The texts of a file: strings with a space or a capital, and the text between tags and values. */
function textsOf(source: string, file = 'text.tsx'): string[] {
  const code = source.replace(/^\s*(\/\*\*?|\*|\/\/).*$/gm, '').replace(/^import .*$/gm, '');
  const strings = code.matchAll(/'((?:[^'\\\n]|\\.)+)'|"((?:[^"\\\n]|\\.)+)"|`((?:[^`\\]|\\.)+)`/g);
  const between = file.endsWith('.tsx') ? code.matchAll(/(?<=[>}])([^<>{}=;]+)(?=[<{])/g) : [];
  return [
    ...[...strings].map(([, a, b, c]) => a ?? b ?? c ?? ''),
    ...[...between].map(([, text]) => text ?? ''),
  ]
    .map((text) => text.trim())
    .filter((text) => /[ A-Z]/.test(text) && !NOT_SHOWN.test(text));
}

it('use the same everyday words in every text', () => {
  const found = FILES.flatMap((file) =>
    textsOf(readFileSync(new URL(file, import.meta.url), 'utf8'), file).flatMap((text) =>
      WORDINGS.filter(([wrong]) => wrong.test(text)).map(([, right]) => `${file}: “${text}”: say ${right}`),
    ),
  );
  expect(found).toEqual([]);
});

it.each([
  'Nobody has this',
  "'Sign in'",
  'Login',
  'a code of your authenticator app',
  'Please login first',
  'One credit covers one page.',
  '1,000 credits, 1 per page',
  '<p>Use {days} days. One credit\n  covers one page. {note}</p>',
])('finds %s', (text) => {
  const texts = textsOf(
    /^['<]/.test(text) ? `const label = ${text};` : `const label = ${JSON.stringify(text)};`,
  );
  expect(texts.some((one) => WORDINGS.some(([wrong]) => wrong.test(one)))).toBe(true);
});

it('say what one credit covers: a URL, not a page', () => {
  const offer = readFileSync(new URL('web/pages/landing/page.tsx', import.meta.url), 'utf8').replace(
    /\s+/g,
    ' ',
  );
  expect(offer).toContain('One credit covers one URL or one lookup.');
});
