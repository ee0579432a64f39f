import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Wordings that people would not say, or that differ from the words on all other pages, with the ones to use. */
const WORDINGS: readonly (readonly [wrong: RegExp, right: string])[] = [
  [/\b(nobody|somebody|anybody)\b/i, 'no one, someone, anyone'],
  [/\bsign(s|ed|ing)? (in|out)\b/i, 'log in, log out'],
  [/\bsign-?ins?\b/i, 'login'],
  [/^Login$|\b(please|to) login\b/i, 'Log in, as a verb'],
  [/\bcodes? of (your|the|an) (authenticator )?app/i, 'a code from your app'],
  [/\bconnect(s|ed|ing)? (\w+ ){0,3}with (your|the|an) account/i, 'connected to your account'],
  [/\bservers? (can |may |sometimes )?lie\b/i, 'servers can give wrong answers'],
  [/\bnotifications (have been|were) (saved|changed)|\bSettings, Notifications/i, 'notification settings'],
  [/\byou need no\b/i, 'No password needed, or you don’t need'],
  [/\byourself,? at once\b/i, 'do it yourself right away'],
  [/\bforbids?\b/i, 'sites that prohibit it'],
  [/^The end$/i, 'Ending your account'],
  [/\byou make (this|a) contract\b/i, 'By creating an account, you enter into a contract with'],
  [/\blaws? that (applies|apply) to you says?\b/i, 'Follow the privacy laws that apply to you'],
  // A site of several pages costs as much as one (docs/deviations.md 11).
  [/\bcredits?\b[^.]{0,30}\b(per|a|one|each|every) pages?\b/i, 'one credit covers one URL'],
];
/** What isn't shown as a text: names, values of calls, words that a search also finds, patterns, and Supabase's own message. */
const NOT_SHOWN =
  /\(\?:|^Anonymous sign-ins are disabled$|^intent must be sign-in|^sign out$|^(?!Login$)[\w/.-]+$/;

const FILES = globSync('{contract,web,tools,server,extension,cli}/**/*.{ts,tsx}', {
  cwd: import.meta.dirname,
  exclude: ['**/*.test.*', '**/test-*', '**/dist/**'],
});

/** The texts of a file: strings with a space or a capital, and what is between tags and values if it has JSX. */
function shownTexts(source: string, hasJsx: boolean): string[] {
  const code = source.replace(/^\s*(\/\*\*?|\*|\/\/).*$/gm, '').replace(/^import .*$/gm, '');
  const strings = code.matchAll(/'((?:[^'\\\n]|\\.)+)'|"((?:[^"\\\n]|\\.)+)"|`((?:[^`\\]|\\.)+)`/g);
  const between = hasJsx ? code.matchAll(/[>}]([^<>{}=;]+)(?=[<{])/g) : [];
  return [
    ...[...strings].map(([, a, b, c]) => a ?? b ?? c ?? ''),
    ...[...between].map(([, text]) => text ?? ''),
  ]
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => /[ A-Z]/.test(text) && !NOT_SHOWN.test(text));
}

it('use the same everyday words in every text', () => {
  const found = FILES.flatMap((file) =>
    shownTexts(readFileSync(new URL(file, import.meta.url), 'utf8'), file.endsWith('x')).flatMap((text) =>
      WORDINGS.filter(([wrong]) => wrong.test(text)).map(([, right]) => `${file}: “${text}”: say ${right}`),
    ),
  );
  expect(found).toEqual([]);
});

it.each([
  'Nobody has this',
  'Sign in',
  'Login',
  'a code of your authenticator app',
  'Please login first',
  'This code connects them with your account.',
  'Websites change, servers lie, and people change jobs.',
  'Your notifications have been saved.',
  'To stop these emails, turn them off under Settings, Notifications.',
  'We email you a link and a code. You need no password.',
  'You can do it yourself, at once: open the settings',
  'collect data from sites that forbid it to you',
  'The end',
  'You make this contract with the operator named above, when you create an account.',
  'The privacy law that applies to you says how you may use them.',
  'One credit covers one page.',
  '1,000 credits, 1 per page',
])('finds “%s”, as a string and as the text of a page', (text) => {
  const lines = text.replace(' ', '\n            ');
  for (const source of [
    `const label = ${JSON.stringify(text)};`,
    `<p>\n  ${lines}\n</p>`,
    `<p>\n  ${lines}{' '}\n  <b>more</b>`,
  ]) {
    const texts = shownTexts(source, true);
    expect(texts.some((text) => WORDINGS.some(([wrong]) => wrong.test(text)))).toBe(true);
  }
});

it('say on the landing page that one credit covers a URL', () => {
  const page = readFileSync(new URL('web/pages/landing/page.tsx', import.meta.url), 'utf8');
  expect(page).toMatch(/One credit\s+covers one URL or one lookup\./);
});
