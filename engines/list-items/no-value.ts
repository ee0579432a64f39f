import { FORMULA_GUARD, isBlank, visibleText } from './cell-text.ts';

/** Placeholders that people and programs write in an empty cell, and the errors of spreadsheets. */
const NO_VALUE =
  /^[[(<]?(?:n\/?a|n\.\s?a\.?|n\.a|null|none|undefined|unknown|tbd|not (?:available|applicable|found|provided|specified)|#(?:n\/a|ref!|value!|name\?|null!|num!|div\/0!|error!|spill!)|[-–—―?._]+)[\])>]?$|^[[(<](?:blank|empty)[\])>]$/i;
const NO_VALUE_MAX_CHARS = 40;

/** Whether a cell is empty or has a placeholder: `N/A`, `-`, `none`, `#REF!`. Not for names of people, since Null and Na are surnames. */
export function hasNoValue(cell: string): boolean {
  if (isBlank(cell)) return true;
  if (cell.length > NO_VALUE_MAX_CHARS) return false;
  return NO_VALUE.test(visibleText(cell).replace(FORMULA_GUARD, ''));
}

/** The cell, or '' if it has a placeholder. */
export function cellValue(cell: string): string {
  return hasNoValue(cell) ? '' : cell;
}

/** Placeholders for the name of a person. Null and Na are surnames. */
const NO_NAME =
  /^(?:n\/a|#n\/a|null|NULL|none|undefined|unknown|tbd|n\.n\.|\(blank\)|\(none\)|no name|unbekannt|inconnu|desconocido|keine angabe|nicht angegeben|not specified|not provided|non renseigné|sin nombre|(?:dear )?sir or madam|to whom it may concern|не указано|不明|未定|미정|없음|[-–—?.]+)$/iu;
const NULL_AS_NAME = /^Null$/;

/** The name in a cell, or '' if it has a placeholder: `N/A`, `-`, `unknown`. */
export function nameValue(cell: string): string {
  return isNoName(cell.trim()) ? '' : cell;
}

/** Whether a text is a placeholder for a name. */
export function isNoName(text: string): boolean {
  return NO_NAME.test(text) && !NULL_AS_NAME.test(text);
}
