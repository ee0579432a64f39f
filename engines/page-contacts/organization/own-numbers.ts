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

/** What decides between the numbers of a page. Offsets are into the text. */
export interface NumberContext {
  isOwnPage: boolean;
  /** whether the name of the company is known, so that others can be told from it */
  isNamed: boolean;
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
  { isOwnPage, isNamed, mentions, address, isOthers, isOwnArea }: NumberContext,
): RegisterNumber[] {
  const least = LEAST_SCORES[isOwnPage ? 0 : 1];
  return chosenNumbers(numbers, ({ start, written }) => {
    if (isOthers(start) && !followsOwnName(text, start, mentions)) return null;
    const mention = mentionBefore(text, mentions, start, MENTION);
    const end = start + written.length;
    const isNear =
      address !== null &&
      Math.max(start - address.end, address.start - end) <= NEAR_CHARS &&
      !mentions.some((other) => isBetween(other, address, { start, end }));
    const ofOther =
      isNamed && mention ? OTHERS.find((near) => mentionBefore(text, mentions, start, near))!.points : 1;
    const ofMention = mention ? (mention.isOwn ? 2 : -ofOther) : 0;
    const score = ofMention + (isNear && ofMention > -2 ? 1.5 : 0) + (isOwnArea(start) ? 1 : 0);
    return score < least ? null : score;
  });
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
