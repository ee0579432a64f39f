import { type CompanyMention, followsOwnName, mentionBefore } from './company-mentions.ts';
import { chosenNumbers, type RegisterNumber } from './register-numbers.ts';

const MENTION = { chars: 300, lines: 8 };
/** How near the name of another company before a number is, the nearest first, and what it takes off the score. */
const OTHERS = [
  { chars: 150, lines: 0, points: 3 },
  { chars: 150, lines: 3, points: 2 },
  { ...MENTION, points: 1 },
];
const NEAR_CHARS = 200;
/** A number with less than this belongs to someone else: on pages on which the company tells who it is, and on others. */
const LEAST_SCORES = [-2, -1] as const;

const SISTER_CHARS = 100;
/** Companies of the same owner, whose names often have no legal form. */
const SISTER =
  /(?<!\p{L})(?:sister|parent|group) (?:concern|compan(?:y|ies))|(?<!\p{L})(?:schwester|mutter)(?:firma|gesellschaft|unternehmen)|soci[ée]t[ée] (?:mère|sœur)|empresa (?:hermana|matriz)|franqueadora|franchis(?:or|eur|egeber)/iu;

/** What decides between the numbers of a page. Offsets are into the text. */
export interface NumberContext {
  isOwnPage: boolean;
  /** of the company; null if it isn't known, so that others can't be told from it */
  name: string | null;
  mentions: readonly CompanyMention[];
  /** where the company's address is */
  address: { start: number; end: number } | null;
  isOthers: (index: number) => boolean;
  isOwnArea: (index: number) => boolean;
}

/** The tax number and the register number of the company that shows the page. */
export function ownNumbers(
  text: string,
  numbers: readonly RegisterNumber[],
  { isOwnPage, name, mentions, address, isOthers, isOwnArea }: NumberContext,
): RegisterNumber[] {
  const least = LEAST_SCORES[isOwnPage ? 0 : 1];
  const register = germanRegister(name ?? '');
  return chosenNumbers(numbers, ({ start, written, value }) => {
    if (isOthers(start) && !followsOwnName(text, start, mentions)) return null;
    const mention = mentionBefore(text, mentions, start, MENTION);
    const end = start + written.length;
    const isNear =
      address !== null &&
      Math.max(start - address.end, address.start - end) <= NEAR_CHARS &&
      !mentions.some((other) => isBetween(other, address, { start, end }));
    const ofOther =
      name !== null && mention
        ? OTHERS.find((near) => mentionBefore(text, mentions, start, near))!.points
        : 1;
    const isSisters = SISTER.test(text.slice(text.lastIndexOf('\n', start) + 1, start).slice(-SISTER_CHARS));
    const ofMention = isSisters ? -OTHERS[0]!.points : mention ? (mention.isOwn ? 2 : -ofOther) : 0;
    const ofRegister = register && GERMAN_NUMBER.test(value) && !value.startsWith(register) ? 3 : 0;
    const score = ofMention + (isNear && ofMention > -2 ? 1.5 : 0) + (isOwnArea(start) ? 1 : 0) - ofRegister;
    return score < least ? null : score;
  });
}

const GERMAN_NUMBER = /^(?:HR[AB]|PR|VR|GnR) ?\d/;
/** Which register has a company of a legal form: partnerships are in part A of the commercial register (§ 3 HRV). */
const GERMAN_REGISTERS: readonly (readonly [form: RegExp, letters: string])[] = [
  [/(?:[&+] ?Co\.? ?(?:KG|OHG)|(?<!\p{L})(?:KG|OHG|e\. ?K\.?))$/u, 'HRA'],
  [/(?<!\p{L})(?:GmbH|AG|SE|KGaA|UG(?: \(haftungsbeschränkt\))?)$/u, 'HRB'],
  [/(?<!\p{L})(?:PartG|(?:PartG )?mbB|Partnerschaft\p{L}*)$/u, 'PR'],
  [/(?<!\p{L})eG$/u, 'GnR'],
  [/(?<!\p{L})e\. ?V\.$/u, 'VR'],
];

/** The letters of the register that has a German company of this name. Null: its form doesn't tell. */
function germanRegister(name: string): string | null {
  return GERMAN_REGISTERS.find(([form]) => form.test(name))?.[1] ?? null;
}

interface Range {
  start: number;
  end: number;
}

/** Whether a company that isn't the page's own is named between an address and a number. */
function isBetween(mention: CompanyMention, address: Range, number: Range): boolean {
  const [first, second] = address.start < number.start ? [address, number] : [number, address];
  return !mention.isOwn && mention.start >= first.end && mention.end <= second.start;
}
