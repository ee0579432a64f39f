import { z } from 'zod';

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};
const COUNTED: Record<string, string> = { string: ' characters', array: ' entries', set: ' entries' };
const { localeError: usualWords } = z.locales.en();

/** What is wrong with a field, as a sentence for people that names the field: `limit must be at most 500`. */
export function issueWords(issue: z.core.$ZodRawIssue): string {
  const field = issue.path?.join('.') || 'The request';
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return `${field} is missing`;
      return `${field} must be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `${field} must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
    case 'too_big':
      return sized(field, issue.origin, 'at most', issue.maximum);
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return `${field} must not be empty`;
      return sized(field, issue.origin, 'at least', issue.minimum);
    case 'unrecognized_keys':
      return `${field} has what is not known here: ${issue.keys.join(', ')}`;
    case 'invalid_format':
      return `${field} must be a valid ${issue.format}`;
    default: {
      const words = usualWords(issue);
      return `${field}: ${typeof words === 'string' ? words : (words?.message ?? 'not allowed')}`;
    }
  }
}

function sized(field: string, origin: string, which: string, bound: number | bigint): string {
  const counted = COUNTED[origin];
  return `${field} must ${counted ? 'have' : 'be'} ${which} ${bound}${counted ?? ''}`;
}
