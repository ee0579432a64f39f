import { z } from 'zod';

/** The tool of a try that asks another service over HTTP. It works only as a step. */
export const REQUEST_TOOL = 'http-request';
export const REQUEST_METHODS = ['GET', 'POST', 'PUT', 'PATCH'] as const;
/** Rows that a run asks about, unless the step says otherwise. */
export const REQUEST_ROWS_DEFAULT = 1000;
const ROWS_MAX = 100_000;
const HEADERS_MAX = 20;
const FIELDS_MAX = 40;

/** Names a stored secret. */
const SecretId = z.string().regex(/^k[0-9a-f]{24}$/);

/** The name of a value that a person chose. */
export const AnswerFieldName = z
  .string()
  .trim()
  .min(1, 'Enter a name for each value.')
  .max(100, 'The name of a value can have 100 characters at most.');

/**
 * A header of a request. The value of a secret one is stored encrypted when the step is saved and never shown again; then
 * `value` is empty and `secret` names it.
 */
export const RequestHeader = z.object({
  name: z
    .string()
    .trim()
    .regex(
      /^[\w!#$%&'*+.^`|~-]{1,100}$/,
      'The name of a header can have letters, digits and dashes, without spaces.',
    ),
  value: z.string().max(4000, 'A header can have 4,000 characters at most.').default(''),
  isSecret: z.boolean().default(false),
  secret: SecretId.optional(),
});
export type RequestHeader = z.infer<typeof RequestHeader>;

/** A value of an answer, by its path in the JSON: `company.offices[0].city`, or `$` for the whole answer. */
const AnswerField = z.object({
  name: AnswerFieldName,
  path: z.string().trim().min(1, 'Enter where each value is in the answer.').max(300),
});

/** What a request asks. Address, headers and body name columns in braces: `{Domain}`. */
export const RequestSetup = z.object({
  method: z.enum(REQUEST_METHODS).default('GET'),
  url: z.string().trim().min(1, 'Enter the address of the service.').max(2000),
  headers: z.array(RequestHeader).max(HEADERS_MAX, `A request can have ${HEADERS_MAX} headers.`).default([]),
  body: z.string().max(10_000, 'A body can have 10,000 characters at most.').default(''),
  fields: z
    .array(AnswerField)
    .min(1, 'Say which values of the answer to keep.')
    .max(FIELDS_MAX, `A request can keep ${FIELDS_MAX} values.`),
  /** A run asks about this many rows at most. */
  rowsPerRun: z.int().min(1).max(ROWS_MAX).default(REQUEST_ROWS_DEFAULT),
});
export type RequestSetup = z.infer<typeof RequestSetup>;
