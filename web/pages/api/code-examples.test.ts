import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { apiGroups } from '#server/api-page.ts';
import { openApiDocument } from '#server/http/openapi.ts';
import { type ApiOperation, apiOperations } from './api-document.ts';
import { LANGUAGES, type LanguageId } from './code-examples.ts';

const operations = apiOperations(openApiDocument(apiGroups(), 'https://leads.example.com'));

const write = (language: LanguageId, operation: ApiOperation): string =>
  LANGUAGES.find(({ id }) => id === language)?.write(operation) ?? '';

/** What a request sends. */
interface Sent {
  method: string;
  url: string;
  authorization: string;
  body: unknown;
}
const wanted = ({ method, url, body }: ApiOperation): Sent => ({
  method,
  url,
  authorization: 'Bearer lwk_secret',
  body,
});

describe('the operations of the OpenAPI document', () => {
  it('are those that an API key can make', () => {
    const names = operations.map(({ name }) => name);
    expect(names).toContain('website-extraction');
    expect(names).not.toContain('account');
    expect(operations.find(({ name }) => name === 'task-rows')).toMatchObject({
      method: 'GET',
      url: expect.stringMatching(/^https:\/\/leads\.example\.com\/v1\/task-rows\?id=[0-9a-f-]{36}$/),
      body: undefined,
      reply: 'json',
      scopes: ['read'],
    });
    expect(operations.find(({ name }) => name === 'task-csv')?.reply).toBe('csv');
    expect(operations.find(({ name }) => name === 'apollo-lead-export')?.scopes).toEqual(['read', 'export']);
  });
});

const odd: ApiOperation = {
  name: 'odd',
  summary: '',
  method: 'POST',
  url: 'https://leads.example.com/functions/v1/odd',
  body: { text: `it's "$HOME" \\ \`x\` \n ü`, list: [], none: null, yes: true, nested: [{ n: 1 }] },
  reply: 'json',
  scopes: ['run'],
};

describe.each([...operations, odd])('the example of $name', (operation) => {
  it('sends the request with curl', () => {
    // Prints its arguments, each with a NUL at its end.
    const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\n${write('curl', operation)}`;
    const printed = execFileSync('sh', ['-c', script], { env: { LEADWELL_API_KEY: 'lwk_secret' } });
    const options = printed.toString().split('\0').slice(0, -1);
    const argument = (option: string) => options[options.indexOf(option) + 1];
    expect({
      method: options.includes('-X') ? argument('-X') : 'GET',
      url: options.find((option) => option.startsWith('https:')),
      authorization: argument('-H')?.replace('Authorization: ', ''),
      body: options.includes('-d') ? JSON.parse(argument('-d') ?? '') : undefined,
    }).toEqual(wanted(operation));
  });

  it('sends the request with TypeScript', async () => {
    const sent: Sent[] = [];
    const fetch = async (url: string, init: RequestInit) => {
      const headers = new Headers(init.headers);
      sent.push({
        method: init.method ?? 'GET',
        url,
        authorization: headers.get('authorization') ?? '',
        body: init.body === undefined ? undefined : JSON.parse(String(init.body)),
      });
      return new Response('{}');
    };
    const code = `return (async () => {${write('typescript', operation)}})()`;
    const environment = { env: { LEADWELL_API_KEY: 'lwk_secret' } };
    await new Function('fetch', 'process', 'console', code)(fetch, environment, { log: () => {} });
    expect(sent).toEqual([wanted(operation)]);
  });
});

it('writes the constants of JSON as those of Python', () => {
  expect(write('python', odd)).toBe(`import os
import requests

response = requests.post(
    "https://leads.example.com/functions/v1/odd",
    headers={"Authorization": f"Bearer {os.environ['LEADWELL_API_KEY']}"},
    json={
        "text": "it's \\"$HOME\\" \\\\ \`x\` \\n ü",
        "list": [],
        "none": None,
        "yes": True,
        "nested": [
            {
                "n": 1,
            },
        ],
    },
)
if not response.ok:
    raise RuntimeError(response.text)
print(response.json())`);
});
