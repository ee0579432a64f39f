import type { RequestSetup } from '#contract/list-requests.ts';
import type { StepTry } from '#contract/list-steps.ts';
import { toWebUrl } from '#contract/website.ts';
import { parseJsonPath } from './json-path.ts';
import { fillTemplate, namedInTemplates } from './step-templates.ts';

/** A request for one row, as the item of its tool. Secrets are only named. */
export interface PreparedRequest {
  method: RequestSetup['method'];
  url: string;
  headers: { name: string; value: string }[];
  secrets: { name: string; secret: string }[];
  body: string | null;
  fields: RequestSetup['fields'];
}

/** Headers that the connection sets. */
const REFUSED_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const URL_MAX_CHARS = 4000;
/** Values that would make another address of the one that was written. */
const NO_PART = new Set(['', '.', '..']);
const BODY_MAX_CHARS = 100_000;
/** Line breaks and other control characters would end a header. */
const NOT_IN_HEADERS = /[^\t\x20-\x7e\x80-\xff]+/g;

/** Why a request can't be saved, as a sentence; null if it can. */
export function requestProblem({ url, headers, body, fields, method }: RequestSetup): string | null {
  const names = headers.map(({ name }) => name.toLowerCase());
  const refused = names.find((name) => REFUSED_HEADERS.has(name));
  if (refused !== undefined) return `The header “${refused}” is set by the connection. Remove it.`;
  if (new Set(names).size < names.length) return 'Two headers have the same name.';
  if (body.trim() !== '' && method === 'GET')
    return 'A GET request has no body. Choose POST, or remove the body.';
  if (!/^(https?:\/\/|\{)/i.test(url)) return 'The address must start with https://, http:// or a column.';
  const isSecret = headers.some((each) => each.isSecret);
  if (isSecret && fixedOrigin(url) === null)
    return 'A request with a secret needs a fixed host, so that the values of your rows can’t send the secret elsewhere. Write the host without columns.';
  const wrong = fields.find(({ path }) => parseJsonPath(path) === null);
  if (wrong)
    return `“${wrong.path.slice(0, 100)}” is not a path in an answer. Write it like company.offices[0].city, or $ for the whole answer.`;
  const keys = fields.map(({ name }) => name.toLowerCase());
  return new Set(keys).size < keys.length ? 'Two values have the same name.' : null;
}

/** The scheme, host and port of an address whose host no column is part of; null for another one. */
export function fixedOrigin(url: string): string | null {
  const [, host] = /^https?:\/\/([^/?#\\{}@]+)(?=[/?#]|$)/i.exec(url) ?? [];
  try {
    return host === undefined ? null : new URL(url.replaceAll(/[{}]/g, '')).origin;
  } catch {
    return null;
  }
}

/**
 * The request of a try for one row: values by the IDs of columns. Null if a column of the address is empty, or the address
 * isn't one.
 */
export function prepareRequest(
  setup: RequestSetup,
  { inputs }: Pick<StepTry, 'inputs'>,
  values: Readonly<Record<string, string>>,
): PreparedRequest | null {
  const known = Object.fromEntries(Object.values(inputs).map((id) => [id, (values[id] ?? '').trim()]));
  if (namedInTemplates([setup.url]).some(({ name }) => NO_PART.has(known[name] ?? 'none'))) return null;
  // A column at the start is an address itself. Other values are parts of one, whatever they contain.
  const url = fillTemplate(setup.url, known, (value, at) =>
    at === 0 ? (toWebUrl(value)?.replace(/\/$/, '') ?? value) : encodeURIComponent(value),
  );
  if (url.length > URL_MAX_CHARS || !URL.canParse(url)) return null;
  const isJson = /^\s*[{[]/.test(setup.body);
  const body = fillTemplate(setup.body, known, (value) =>
    isJson ? JSON.stringify(value).slice(1, -1) : value,
  );
  if (body.length > BODY_MAX_CHARS) return null;
  const headers = setup.headers.flatMap(({ name, value, isSecret }) =>
    isSecret ? [] : [{ name, value: fillTemplate(value, known).replaceAll(NOT_IN_HEADERS, ' ').trim() }],
  );
  const isTyped = setup.headers.some(({ name }) => name.toLowerCase() === 'content-type');
  const hasBody = setup.method !== 'GET' && body.trim() !== '';
  return {
    method: setup.method,
    url: new URL(url).href,
    headers: [
      ...headers,
      ...(hasBody && !isTyped
        ? [{ name: 'content-type', value: isJson ? 'application/json' : 'text/plain; charset=utf-8' }]
        : []),
    ],
    secrets: setup.headers.flatMap(({ name, secret }) => (secret === undefined ? [] : [{ name, secret }])),
    body: hasBody ? body : null,
    fields: setup.fields,
  };
}
