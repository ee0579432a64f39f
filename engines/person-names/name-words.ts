import { isSyllabic } from './romanize.ts';

/** Family name particles, which addresses drop or join. */
const PARTICLES = new Set(
  (
    'af al am an auf aus av aw bar ben bin bint d da dal dalla das de degli dei del dela della delle den der des di do dos ' +
    'du e el ibn im in la las le les lo los mac mc op st san santa santo ten ter tho thor ud uit van vande vanden vander vom ' +
    'von vor y zu zum zur zur t het abu abou ó ní nic uí ap ferch verch'
  ).split(' '),
);

export function isParticle(word: string): boolean {
  return PARTICLES.has(word.replace(/'/g, ''));
}

/** Whether a word is a single letter, and not a name in Chinese or Korean. */
export function isInitial(word: string): boolean {
  return [...word].length === 1 && !isSyllabic(word);
}

/** Whether a word is in capitals, and not initials such as JP. */
export function isShouted(word: string): boolean {
  const letters = word.replace(/[^\p{L}]/gu, '');
  if (letters.length < 2 || letters !== letters.toUpperCase() || letters === letters.toLowerCase())
    return false;
  return letters.length > 2 || /[AEIOUY]$/.test(letters);
}
