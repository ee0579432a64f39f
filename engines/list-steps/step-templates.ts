import type { StepTry } from '#contract/list-steps.ts';
import { formulaColumns, replaceColumns } from './formula-columns.ts';

/** A name as people write it. Other texts in braces are part of JSON or a program, and stay. */
const PLAIN_NAME = /^[\p{L}\p{N}_](?:[\p{L}\p{N} _.&/()#%+-]*[\p{L}\p{N}_.)#%])?$/u;

/** The texts of a try in which braces name columns. */
export function tryTemplates({ request }: Pick<StepTry, 'request'>): string[] {
  if (!request) return [];
  return [
    request.url,
    request.body,
    ...request.headers.map(({ value, isSecret }) => (isSecret ? '' : value)),
  ];
}

/** The try with other texts in place of its templates. */
export function mapTemplates<Try extends Pick<StepTry, 'request'>>(
  each: Try,
  change: (text: string) => string,
): Try {
  const { request } = each;
  if (!request) return each;
  const headers = request.headers.map((header) =>
    header.isSecret ? header : { ...header, value: change(header.value) },
  );
  return { ...each, request: { ...request, url: change(request.url), body: change(request.body), headers } };
}

/** The try without its secrets and their IDs, for other lists and people. */
export function withoutSecrets<Try extends Pick<StepTry, 'request'>>(each: Try): Try {
  const { request } = each;
  if (!request) return each;
  const headers = request.headers.map(({ secret: _, ...header }) =>
    header.isSecret ? { ...header, value: '' } : header,
  );
  return { ...each, request: { ...request, headers } };
}

/** Whether the try has templates, which say what columns it reads. */
export function hasTemplates({ request }: Pick<StepTry, 'request'>): boolean {
  return request !== undefined;
}

/** The texts in braces of templates, each once, and whether they look like the name of a column. */
export function namedInTemplates(templates: readonly string[]): { name: string; isPlain: boolean }[] {
  const names = new Set(templates.flatMap(formulaColumns));
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
