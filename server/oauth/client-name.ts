import anyAscii from 'any-ascii';

const MAX_CHARS = 50;
/** What a look-alike digit or sign stands for. */
const LOOK_ALIKES: readonly (readonly [RegExp, string])[] = [
  [/[1|!]/g, 'l'],
  [/3/g, 'e'],
  [/[4@]/g, 'a'],
  [/0/g, 'o'],
  [/vv/g, 'w'],
];
const OURS = 'leadwell';

/**
 * The name that an assistant gave itself, for the person who decides: one line, without characters that change how the
 * text around them reads. Null if nothing is left, or if it could be taken for ours.
 */
export function clientName(given: string): string | null {
  const name = given
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const shown = name.length > MAX_CHARS ? `${name.slice(0, MAX_CHARS - 1).trimEnd()}…` : name;
  return shown === '' || looksLikeOurs(name) ? null : shown;
}

function looksLikeOurs(name: string): boolean {
  const plain = anyAscii(name.normalize('NFKD').replace(/\p{M}/gu, '')).toLowerCase();
  const letters = (text: string) => text.replace(/[^a-z]/g, '');
  const read = LOOK_ALIKES.reduce((text, [sign, letter]) => text.replace(sign, letter), plain);
  // A capital I looks like a small l.
  const capitals = anyAscii(name).replaceAll('I', 'l').toLowerCase();
  return [plain, read, capitals].some((text) => letters(text).includes(OURS));
}
