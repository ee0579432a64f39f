import type { ApiOperation } from './api-document.ts';

/** The languages of the examples, in the order of their tabs. */
export const LANGUAGES = [
  { id: 'curl', label: 'curl', write: curl },
  { id: 'typescript', label: 'TypeScript', write: typescript },
  { id: 'python', label: 'Python', write: python },
] as const;
export type LanguageId = (typeof LANGUAGES)[number]['id'];

/** The environment variable that holds the key in every example. */
export const KEY_VARIABLE = 'LEADWELL_API_KEY';

function curl({ method, url, body }: ApiOperation): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${shellQuoted(url)}`,
    `-H "Authorization: Bearer $${KEY_VARIABLE}"`,
  ];
  if (body !== undefined) lines.push("-H 'Content-Type: application/json'", `-d ${shellQuoted(json(body))}`);
  return lines.join(' \\\n  ');
}

/** In single quotes, a shell changes nothing but the quote itself. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function typescript({ method, url, body, reply }: ApiOperation): string {
  const lines = [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    `    Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,`,
    ...(body === undefined ? [] : ["    'Content-Type': 'application/json',"]),
    '  },',
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(json(body, 2), '  ')}),`]),
    '});',
    'if (!response.ok) throw new Error(await response.text());',
    `console.log(await response.${reply === 'csv' ? 'text' : 'json'}());`,
  ];
  return lines.join('\n');
}

function python({ method, url, body, reply }: ApiOperation): string {
  const lines = [
    'import os',
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    ${JSON.stringify(url)},`,
    `    headers={"Authorization": f"Bearer {os.environ['${KEY_VARIABLE}']}"},`,
    ...(body === undefined ? [] : [`    json=${indented(pythonLiteral(body), '    ')},`]),
    ')',
    'if not response.ok:',
    '    raise RuntimeError(response.text)',
    `print(response.${reply === 'csv' ? 'text' : 'json()'})`,
  ];
  return lines.join('\n');
}

/** JSON on one line, or with this indent. */
function json(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent);
}

function indented(text: string, indent: string): string {
  return text.replaceAll('\n', `\n${indent}`);
}

/** A JSON value as Python: its strings and numbers are the same, its constants have other names. */
function pythonLiteral(value: unknown, indent = ''): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const [open, close, items] = Array.isArray(value)
    ? ['[', ']', value.map((item: unknown) => pythonLiteral(item, `${indent}    `))]
    : [
        '{',
        '}',
        Object.entries(value).map(
          ([key, item]) => `${JSON.stringify(key)}: ${pythonLiteral(item, `${indent}    `)}`,
        ),
      ];
  if (items.length === 0) return open + close;
  return `${open}\n${items.map((item) => `${indent}    ${item},\n`).join('')}${indent}${close}`;
}
