import { cutText } from '#contract/cut-text.ts';
import { CallError } from '#contract/errors.ts';
import { SHOWN_CHARS } from '../http/unknown-fields.ts';

const SHOWN_NAMES = 40;

/**
 * Throws `validation_failed` for a name that isn't among the known ones, and says which are: otherwise, what a misspelled name asks for
 * would look empty. `what`: a name is of what, such as "column".
 */
export function requireKnown(what: string, names: readonly string[], known: Iterable<string>): void {
  const all = [...known];
  const unknown = names.find((name) => !all.includes(name));
  if (unknown === undefined) return;
  const shown = all.slice(0, SHOWN_NAMES).map((name) => cutText(name, SHOWN_CHARS));
  const more = all.length > shown.length ? `, and ${all.length - shown.length} more` : '';
  throw new CallError(
    'validation_failed',
    `There is no ${what} “${cutText(unknown, SHOWN_CHARS)}”. There are: ${shown.join(', ')}${more}.`,
  );
}
