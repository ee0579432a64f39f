import { letters } from '../letters.ts';
import { isStreetByWord } from './address-parts.ts';
import { type CompanyMention, mentionBefore } from './company-mentions.ts';
import { linesAbove } from './line-above.ts';
import type { PostalAddress } from './postal-address.ts';

/** A place where something happens, or that a text is about. */
const OTHER_PLACE =
  /(?<!\p{L})(?:join us|tickets?|farmers['’]? market|markets|stand|booth|pavilion|pabell[óo]n|targi|targach|stoisko|feria|foire|fiera|beurs|veletrh|výstava|arbeitsort|einsatzort|workplace|job location|based at|born|for sale|for rent|vente|location (?:maison|appartement)|zu vermieten|kaltmiete|messe|\p{L}*expo(?! (?:court|ct|road|rd|street|st|way|drive|dr|boulevard|blvd|place|avenue|ave|park)(?!\p{L}))|conference|venue|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\d\d|\d{1,2} (?:january|february|march|april|may|june|july|august|september|october|november|december) (?:19|20)\d\d|\d{1,2}\. ?(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember))\b/u;
/** The lines of news start with their date. */
const DATED_LINE =
  /^\W{0,3}(?:\d{1,2}[./]\s?\d{1,2}[./]\s?(?:19|20)\d\d(?!\d)|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.? \d{1,2}(?:[–-]\d{1,2})?[:,]|\d{1,2}(?:[–-]\d{1,2})? (?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?(?:\s|:)|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.? (?:19|20)\d\d\s)/i;
const MONTH =
  '(?:jan|feb|fév|mar|mär|apr|avr|abr|may|mai|maj|mag|gen|ene|jun|jui|giu|jul|lug|lip|aug|aoû|ago|sep|set|okt|oct|ott|out|nov|dec|dez|déc|dic|sty|lut|kwi|cze|sie|wrz|paź|lis|gru|tammi|helmi|maalis|huhti|touko|kesä|heinä|elo|syys|loka|marras|joulu)\\p{L}{0,8}\\.?';
const DAYS = String.raw`\d{1,2}\.?(?:\s?[–-]\s?\d{1,2}\.?)?`;
/** `Apr 5-7 – Ag Hall, 404 Havana St` */
const DATE_FIRST =
  /^(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.? \d{1,2}(?:[–-]\d{1,2})? [–-] /i;
/** A line with only the date of an event, above its place. */
const DATE_ONLY = new RegExp(
  String.raw`^\W{0,3}(?:\p{L}{2,9}[.,]? )?(?:(?:den |le |el |il )?${DAYS}(?: de| of)? ${MONTH}|${MONTH} ${DAYS})(?:,? (?:de )?(?:19|20)\d\d)?(?:,? (?:at |um |kl\.? |à )?\d{1,2}[:.h]\d\d.{0,12})?\W{0,3}$`,
  'iu',
);
/** A place in a sentence that doesn't speak of the company: `The barn at 3 Chapel Lane was derelict.` */
const ELSEWHERE =
  /(?:^|[.!?]\s)(?![^.!?\n]*\b(?:we|our|us|visit|find|located|based|offices?|showroom|workshop|studio|shop|store|registered|headquarters|headquartered|write|send|come|stop by|reach|company|practice|clinic|premises)\b)[^.!?\n]*\bat\s$/i;
/** An address that shows how to write one. */
const EXAMPLE =
  /(?<!\p{L})(?:example|sample|beispiel|muster|exemple|ejemplo|esempio|voorbeeld|exemplo|przykład\p{L}*|příklad|példa|exempel|eksempel|esimerkki|örnek|contoh|παράδειγμα|пример|приклад|образец)(?!\p{L})|مثال|דוגמה|例|예시|ตัวอย่าง|ví dụ/iu;
const EXAMPLE_CHARS = 160;
const EXAMPLE_LINES = 4;
const ELSEWHERE_CHARS = 200;
const AFTER_CHARS = 60;
const LEAST_STREET = 4;
const LINE_CHARS = 150;
export const SAME_LINE = { chars: 100, lines: 0 };
/** The heading right above the place of an event. */
const EVENT_PLACE =
  /(?:^|\n)\W*(?:local (?:do|de) (?:evento|congresso)|(?:veranstaltungs|tagungs|austragungs)ort|lieu (?:de l['’]événement|du congrès|du salon)|(?:lugar|sede) del (?:evento|congreso)|(?:luogo|sede) (?:dell['’]evento|del congresso)|(?:event |conference |agm )?venue|(?:local da|luogo della|lugar de la) \p{L}+|miejsce (?:wydarzenia|konferencji)|místo konání)\W*\n(?:[^\n]*\n)?[^\n]*$/iu;
/** Facts of a customer beside a story about it: `Customer: Acme`, `Headquarters: …` */
const CUSTOMER_FACTS =
  /(?:^|\n)\W*(?:customer|client|kunde|cliente|klant|kund|asiakas|klient|zákazník)(?: name)?\W{0,3}(?:\n|\t)/iu;
const FACT_LINES = 5;
const FACT_CHARS = 300;
/** Who made something, before the maker's address: `Beans by Dusty Road Roasters` */
const MADE_BY = /^(?:\p{L}+ ){1,3}(?:by|von|par|door|av|af) \p{Lu}/u;
/** How far a place nearby is, in the cell after it. */
const DISTANCE =
  /^\t\s*(?:ca\.? |~ ?)?\d+(?:[.,]\d)? ?(?:min(?:\.|uten|utes?|uti)?|km|mi(?:les)?|m)(?!\p{L})/iu;

/** What an address of an event, an example or a place in a text about something else takes off. */
export function placePenalty(
  text: string,
  { start, end, street }: PostalAddress,
  {
    streetsOfEvents,
    isOnly,
    mentions,
  }: { streetsOfEvents: readonly string[]; isOnly: boolean; mentions: readonly CompanyMention[] },
): number {
  const lineStart = text.lastIndexOf('\n', start) + 1;
  const newline = text.indexOf('\n', end);
  const lineEnd = newline < 0 ? text.length : newline;
  const line = text.slice(Math.max(lineStart, start - LINE_CHARS), Math.min(lineEnd, end + AFTER_CHARS));
  const lead = text.slice(lineStart, start);
  const lineAbove = text.slice(text.lastIndexOf('\n', lineStart - 2) + 1, Math.max(0, lineStart - 1));
  const isElsewhere =
    OTHER_PLACE.test(withoutRoads(line, street).toLowerCase()) &&
    !mentionBefore(text, mentions, start, SAME_LINE)?.isOwn;
  const above = linesAbove(text, start, FACT_LINES).slice(-FACT_CHARS);
  let penalty = 0;
  if (EVENT_PLACE.test(above) || MADE_BY.test(street)) penalty += 3;
  // Their head office is labeled, too.
  if (CUSTOMER_FACTS.test(above)) penalty += 6;
  if (DISTANCE.test(text.slice(end, end + AFTER_CHARS))) penalty += 3;
  if (isElsewhere || DATED_LINE.test(lead) || DATE_FIRST.test(street) || DATE_ONLY.test(lineAbove))
    penalty += 3;
  if (isOfEvent(street, streetsOfEvents)) penalty += 3;
  if (!isOnly && EXAMPLE.test(linesAbove(text, start, EXAMPLE_LINES).slice(-EXAMPLE_CHARS))) penalty += 3;
  if (ELSEWHERE.test(lead.slice(-ELSEWHERE_CHARS))) penalty += 1;
  if (/^\s*["“„«]/.test(lead)) penalty += 2;
  return penalty;
}

/** A line without the roads of its address, which are named after fairs, too: `place du Champ-de-Foire` */
function withoutRoads(line: string, street: string): string {
  return street
    .split(', ')
    .filter(isStreetByWord)
    .reduce((rest, road) => rest.replace(road, ''), line);
}

/** Whether a street is one of an event or job, perhaps with more details, and not that of another house. */
function isOfEvent(street: string, streetsOfEvents: readonly string[]): boolean {
  const plain = letters(street);
  return streetsOfEvents.map(letters).some((other) => {
    const [short = '', long = ''] = [plain, other].sort((a, b) => a.length - b.length);
    return short.length >= LEAST_STREET && long.startsWith(short) && !/^\d/.test(long.slice(short.length));
  });
}
