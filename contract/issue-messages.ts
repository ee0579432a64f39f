import { z } from 'zod';
import { cutText } from './cut-text.ts';
import { pluralForm } from './plural.ts';

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};
const UNITS: Record<string, readonly [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
};
/** What a message repeats of the input. */
const MAX_SHOWN_CHARS = 60;
const MAX_SHOWN_NAMES = 10;
const { localeError: defaultMessage } = z.locales.en();

/** A validation issue -> a readable message that names the field: `limit must be at most 500`. */
export function issueMessage(issue: z.core.$ZodRawIssue): string {
  const field = issue.path?.map((part) => cutText(String(part), MAX_SHOWN_CHARS)).join('.') || 'The request';
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return `${field} is missing`;
      if (issue.expected === 'array' && hasObjects(issue.inst)) return `${field} must be a list of objects`;
      if (issue.expected === 'array' && typeof issue.input === 'string')
        return `${field} must be a list, such as ${JSON.stringify([issue.input.slice(0, MAX_SHOWN_CHARS)])}`;
      return `${field} must be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `${field} must be ${oneOf(issue.values)}`;
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options)
        ? `${field} must be ${oneOf(issue.options)}`
        : defaultText(field, issue);
    case 'too_big':
      return sizeMessage(field, issue.origin, 'at most', issue.maximum);
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return `${field} must not be empty`;
      return sizeMessage(field, issue.origin, 'at least', issue.minimum);
    case 'unrecognized_keys':
      return `${field} has unknown fields: ${shown(issue.keys)}`;
    case 'invalid_format':
      return `${field} must be a valid ${issue.format}`;
    default:
      return defaultText(field, issue);
  }
}

function defaultText(field: string, issue: z.core.$ZodRawIssue): string {
  const message = defaultMessage(issue);
  return `${field}: ${typeof message === 'string' ? message : (message?.message ?? 'not allowed')}`;
}

/** ['a', 'b', 'c'] -> '"a", "b" or "c"' */
function oneOf(values: readonly z.core.util.Primitive[]): string {
  const shown = values.map((value) => JSON.stringify(value));
  const last = shown.pop() ?? '';
  return shown.length > 0 ? `${shown.join(', ')} or ${last}` : last;
}

/** Whether the entries of a list have fields. */
function hasObjects(list: unknown): boolean {
  return (
    list instanceof z.ZodArray && (list.element instanceof z.ZodObject || list.element instanceof z.ZodRecord)
  );
}

/** The first names, each cut, because they come from outside. */
function shown(names: readonly string[]): string {
  const first = names.slice(0, MAX_SHOWN_NAMES).map((name) => cutText(name, MAX_SHOWN_CHARS));
  return [...first, ...(names.length > first.length ? [`and ${names.length - first.length} more`] : [])].join(
    ', ',
  );
}

function sizeMessage(field: string, origin: string, relation: string, bound: number | bigint): string {
  const units = UNITS[origin];
  if (!units) return `${field} must be ${relation} ${bound}`;
  return `${field} must have ${relation} ${bound} ${pluralForm(Number(bound), ...units)}`;
}
