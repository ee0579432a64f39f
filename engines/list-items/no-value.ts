import { FORMULA_GUARD, isBlank, visibleText } from './cell-text.ts';

/** What people and programs write in a cell that has nothing, and the errors of spreadsheets. */
const NO_VALUE =
  /^[[(<]?(?:n\/?a|n\.\s?a\.?|n\.a|null|none|undefined|unknown|tbd|not (?:available|applicable|found|provided|specified)|#(?:n\/a|ref!|value!|name\?|null!|num!|div\/0!|error!|spill!)|[-–—―?._]+)[\])>]?$|^[[(<](?:blank|empty)[\])>]$/i;
const NO_VALUE_MAX_CHARS = 40;

/** Whether a cell has nothing, or what stands for it: `N/A`, `-`, `none`, `#REF!`. Not for names of people, which Null and Na are. */
export function hasNoValue(cell: string): boolean {
  if (isBlank(cell)) return true;
  if (cell.length > NO_VALUE_MAX_CHARS) return false;
  return NO_VALUE.test(visibleText(cell).replace(FORMULA_GUARD, ''));
}

/** A cell, without what stands for nothing. */
export function cellValue(cell: string): string {
  return hasNoValue(cell) ? '' : cell;
}

/** What people and programs write where a name is unknown. Null and Na are names. */
const NO_NAME =
  /^(?:n\/a|#n\/a|null|NULL|none|undefined|unknown|tbd|n\.n\.|\(blank\)|\(none\)|no name|unbekannt|inconnu|desconocido|keine angabe|nicht angegeben|not specified|not provided|non renseigné|sin nombre|(?:dear )?sir or madam|to whom it may concern|не указано|不明|未定|미정|없음|[-–—?.]+)$/iu;
const NULL_AS_NAME = /^Null$/;

/** A cell with a name, without what stands for none: `N/A`, `-`, `unknown`. Null and Na are names. */
export function nameValue(cell: string): string {
  return isNoName(cell.trim()) ? '' : cell;
}

/** Whether a text stands for no name. */
export function isNoName(text: string): boolean {
  return NO_NAME.test(text) && !NULL_AS_NAME.test(text);
}
