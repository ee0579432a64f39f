import { isInitial, isParticle, plainName } from '#engines/person-names/person-name.ts';
import { spellings } from '../letters.ts';
import { isWordOfJob } from './job-title.ts';

const MAX_CHARS = 60;
const NAME_WORD = /^\p{Lu}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*\.?$/u;
/** Words that names of people don't have, but headings, places, departments and companies do. */
const NOT_A_NAME =
  /^(?:about|abteilung|academy|agency|and|apply|aktuelles|avenue|bank|bau|blog|board|book|bureau|business|by|call|care|center|centre|church|city|commission|committee|council|county|court|clinic|club|college|company|contact|contacts|contato|contacto|contatti|customer|department|dental|desk|district|division|email|firma|follow|front|gallery|general|get|group|gruppe|haus|head|health|help|home|hotel|house|how|impressum|industries|info|institute|international|in|kontakt|law|learn|legal|linkedin|location|mail|main|map|medical|meet|more|museum|national|news|office|online|open|opening|our|park|phone|planning|plaza|policy|press|privacy|products?|program|reception|restaurant|road|sales|school|science|sede|service|services|shop|site|solutions?|square|staff|station|store|straße|strasse|street|studio|support|systems|team|technology|tel|telefon|the|trust|über|ufficio|union|university|unser|unsere|via|view|web|welcome|why|working|your|zentrale|équipe|equipo|equipe)$/iu;

/** Whether a line is the name of one person in two to five words, in letters with capitals. */
export function isNameLine(line: string): boolean {
  if (line.length > MAX_CHARS || /[\d@:/&|+!?"“”]|\s[-–—]\s/.test(line)) return false;
  const { first, last } = plainName({ first: line, last: '' });
  const words = `${first} ${last}`.split(' ').filter((word) => word !== '');
  if (first === '' || last === '' || words.length < 2 || words.length > 5) return false;
  if (line.split(/[\s,]+/).some((word) => NOT_A_NAME.test(word) || isWordOfJob(word))) return false;
  const whole = words.filter((word) => !isParticle(word) && !isInitial(word.replace('.', '')));
  return whole.length >= 2 && whole.every((word) => NAME_WORD.test(word) && word.length >= 2);
}

/**
 * Whether a mailbox or the name of a profile belongs to a person: a part of it is the given or family name, it starts or ends
 * with the family name, or it is both names together.
 */
export function isNamedAfter(account: string, name: string): boolean {
  const { first, last } = plainName({ first: name, last: '' });
  const parts = account
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((part) => part !== '');
  const joined = spellings(parts.join(''));
  const whole = [`${first}${last}`, `${last}${first}`].flatMap((text) =>
    spellings(text.replace(/[ '’-]/g, '')),
  );
  if (joined.some((text) => whole.includes(text))) return true;
  const given = first
    .split(/[ -]/)
    .flatMap((word) => spellings(word))
    .filter((word) => word.length >= 3);
  const family = spellings(last.replace(/[ '’-]/g, ''))
    .concat(
      last
        .split(/[ '’-]/)
        .filter((word) => !isParticle(word.toLowerCase()))
        .flatMap(spellings),
    )
    .filter((word) => word.length >= 3);
  const all = parts.flatMap(spellings).concat(joined);
  if (
    family.some(
      (word) =>
        (word.length >= 4 && joined.some((text) => text.startsWith(word) || text.endsWith(word))) ||
        all.includes(word),
    )
  )
    return true;
  return given.some((word) => all.includes(word));
}
