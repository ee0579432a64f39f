const CONSONANTS = 'bdfgklmnprstvz';
const VOWELS = 'aeiou';
const SYLLABLES = 4;

/**
 * A local part shaped like a name that nobody has, such as `rovadube.tikemoga`: gateways that let digits and gibberish
 * through or turn them down by their looks would answer otherwise than for a person. `random` gives 0 up to 1.
 */
export function probeName(random: () => number): string {
  const letter = (letters: string) => letters[Math.floor(random() * letters.length)] ?? '';
  const word = () =>
    Array.from({ length: SYLLABLES }, () => `${letter(CONSONANTS)}${letter(VOWELS)}`).join('');
  return `${word()}.${word()}`;
}
