import { describe, expect, it } from 'vitest';
import { RequestSetup } from '#contract/list-requests.ts';
import { fixedOrigin, prepareRequest, requestProblem } from './prepare-request.ts';

const setup = (changes: object) =>
  RequestSetup.parse({ url: 'https://api.example/', fields: [{ name: 'Answer', path: '$' }], ...changes });

function prepare(changes: object, values: Record<string, string>) {
  const inputs = Object.fromEntries(['Name', 'Site', 'Note'].map((column) => [column, column]));
  return prepareRequest(setup(changes), { inputs }, values);
}

describe('a request for a row', () => {
  it('encodes values in the address, so that they are one part of it', () => {
    const url = 'https://api.example/companies/{Name}?note={Note}';
    expect(prepare({ url }, { Name: 'A/B & C', Note: '?x=1#y' })?.url).toBe(
      'https://api.example/companies/A%2FB%20%26%20C?note=%3Fx%3D1%23y',
    );
    for (const Name of ['..', '.', ' ']) expect(prepare({ url }, { Name, Note: 'a' })).toBeNull();
  });

  it('takes a column at the start as the address', () => {
    const url = '{Site}/about.json';
    expect(prepare({ url }, { Site: 'acme.com/' })?.url).toBe('https://acme.com/about.json');
    expect(prepare({ url }, { Site: 'http://acme.com' })?.url).toBe('http://acme.com/about.json');
    expect(prepare({ url }, { Site: 'no address' })).toBeNull();
  });

  it('writes values into JSON as JSON, and leaves other braces', () => {
    const body = '{"a": {"name": "{Name}", "n": {"1": 2}}, "b": {"c": 1}}';
    const made = prepare({ method: 'POST', body }, { Name: '"\n\\' });
    expect(JSON.parse(made?.body ?? '')).toEqual({ a: { name: '"\n\\', n: { 1: 2 } }, b: { c: 1 } });
    expect(made?.headers).toEqual([{ name: 'content-type', value: 'application/json' }]);
    expect(prepare({ method: 'POST', body: 'name={Name}' }, { Name: '"' })?.body).toBe('name="');
  });

  it('has no line breaks in headers, and only names secrets', () => {
    const headers = [
      { name: 'X-Name', value: '{Name}' },
      { name: 'X-Key', isSecret: true, secret: `k${'0'.repeat(24)}` },
    ];
    expect(prepare({ headers }, { Name: 'a\r\nX-Other: b' })).toMatchObject({
      headers: [{ name: 'X-Name', value: 'a X-Other: b' }],
      secrets: [{ name: 'X-Key', secret: `k${'0'.repeat(24)}` }],
    });
  });
});

describe('the host of a secret', () => {
  it.each([
    ['https://api.example/{Name}', 'https://api.example'],
    ['http://api.example:8080?x={Name}', 'http://api.example:8080'],
    ['https://API.example', 'https://api.example'],
    ['https://{Site}/', null],
    ['https://api.{Site}/', null],
    ['https://api.example{Name}/', null],
    ['https://api.example:{Name}/', null],
    ['https://api.example@{Site}/', null],
    ['https://user@api.example/', null],
    ['https://api.example\\{Site}', null],
    ['{Site}/', null],
  ])('of %s is %s', (url, origin) => {
    expect(fixedOrigin(url)).toBe(origin);
  });
});

describe('a request that can’t be saved', () => {
  const secret = { name: 'Authorization', isSecret: true };
  it.each([
    [{ url: 'ftp://api.example/' }, 'must start with https://'],
    [{ body: 'x' }, 'A GET request has no body'],
    [{ headers: [{ name: 'Host', value: 'x' }] }, 'set by the connection'],
    [
      {
        headers: [
          { name: 'A', value: '' },
          { name: 'a', value: '' },
        ],
      },
      'Two headers',
    ],
    [{ url: 'https://{Site}/', headers: [secret] }, 'needs a fixed host'],
    [{ fields: [{ name: 'a', path: '$..b' }] }, 'is not a path'],
    [
      {
        fields: [
          { name: 'a', path: 'a' },
          { name: 'A', path: 'b' },
        ],
      },
      'Two values',
    ],
  ])('%j', (changes, message) => {
    expect(requestProblem(setup(changes))).toContain(message);
  });

  it('says nothing about others', () => {
    expect(requestProblem(setup({ headers: [secret] }))).toBeNull();
    expect(requestProblem(setup({ url: '{Site}/x' }))).toBeNull();
  });
});
