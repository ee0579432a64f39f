import type { RequestHeader } from '#contract/list-requests.ts';
import type { StepTry } from '#contract/list-steps.ts';
import { replaceColumns, templateColumns } from './formula-columns.ts';

/** A name as people write it. Other texts in braces are part of JSON or a program, and stay. */
const PLAIN_NAME = /^[\p{L}\p{N}_](?:[\p{L}\p{N} _.&/()#%+-]*[\p{L}\p{N}_.)#%])?$/u;

/** What a try has that says what it reads. */
type Setup = Pick<StepTry, 'request' | 'ai' | 'membership' | 'lookUp'>;

/** The texts of a try in which braces name columns. */
export function tryTemplates({ request, ai }: Setup): string[] {
  const texts = ai ? [ai.prompt, ai.website] : [];
  if (!request) return texts;
  const headers = request.headers.map(({ value, isSecret }) => (isSecret ? '' : value));
  return [...texts, request.url, request.body, ...headers];
}

/** The try with other texts in place of its templates. */
export function mapTemplates<Try extends Setup>(each: Try, change: (text: string) => string): Try {
  const { request, ai } = each;
  const mapped: Try = ai
    ? { ...each, ai: { ...ai, prompt: change(ai.prompt), website: change(ai.website) } }
    : each;
  if (!request) return mapped;
  const headers = request.headers.map((header) =>
    header.isSecret ? header : { ...header, value: change(header.value) },
  );
  const url = change(request.url);
  return { ...mapped, request: { ...request, url, body: change(request.body), headers } };
}

/** The try without what only one account has, for other lists and people: its secrets and their IDs, and the lists it names. */
export function withoutSecrets<Try extends Setup>(each: Try): Try {
  const { request, ai, membership, lookUp } = each;
  if (membership) return { ...each, membership: { ...membership, lists: [] } };
  if (lookUp) return { ...each, lookUp: { ...lookUp, list: null } };
  const own = ai?.own ? { ...ai.own, key: openHeader(ai.own.key) } : null;
  const changed: Try = ai ? { ...each, ai: { ...ai, own } } : each;
  return request
    ? { ...changed, request: { ...request, headers: request.headers.map(openHeader) } }
    : changed;
}

function openHeader({ secret: _, ...header }: RequestHeader): RequestHeader {
  return header.isSecret ? { ...header, value: '' } : header;
}

/** Whether the try has templates, which say what columns it reads. */
export function hasTemplates({ request, ai }: Setup): boolean {
  return request !== undefined || ai !== undefined;
}

/** The texts in braces of templates, each once, and whether they look like the name of a column. */
export function namedInTemplates(templates: readonly string[]): { name: string; isPlain: boolean }[] {
  const names = new Set(templates.flatMap(templateColumns));
  return [...names].map((name) => ({ name, isPlain: PLAIN_NAME.test(name) }));
}

/** The template with other names for the columns that `rename` knows. Other braces stay. */
export function renameInTemplate(template: string, rename: (column: string) => string | undefined): string {
  return replaceColumns(template, (column) => {
    const name = rename(column);
    return name === undefined ? null : `{${name}}`;
  });
}

/** The template for one row: values by column. Braces that name none of them stay. */
export function fillTemplate(
  template: string,
  values: Readonly<Record<string, string>>,
  write: (value: string, at: number) => string = (value) => value,
): string {
  return replaceColumns(template, (column, at) => {
    const value = values[column];
    return value === undefined ? null : write(value, at);
  });
}
