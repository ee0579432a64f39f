import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type KeyBench, type KeyOwner, openKeyBench } from '../api-keys/test-api-keys.ts';
import { assistantWith, REDIRECT } from './test-oauth.ts';

/** Reads documents on loopback, as an intranet would; `guarded` doesn't. */
let bench: KeyBench;
let guarded: KeyBench;
let owner: KeyOwner;
let server: Server;
let base = '';
let requests: string[] = [];
let answer: (response: ServerResponse, url: string) => void;
beforeAll(async () => {
  bench = await openKeyBench({ ALLOW_PRIVATE_NETWORK: '1' });
  guarded = await openKeyBench();
  server = createServer((request, response) => {
    requests.push(request.url ?? '');
    answer(response, `${base}${request.url}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await bench.close();
  await guarded.close();
});
beforeEach(async () => {
  owner = await bench.owner();
  requests = [];
});

let documents = 0;
/** An assistant with a document that no test has read. */
function assistant(path?: string) {
  documents += 1;
  return assistantWith(bench, `${base}${path ?? `/document-${documents}`}`, REDIRECT);
}

const says =
  (changes: object = {}): typeof answer =>
  (response, url) =>
    response.end(
      JSON.stringify({ client_id: url, client_name: 'Known', redirect_uris: [REDIRECT], ...changes }),
    );

describe('a client metadata document', () => {
  it('names an assistant, and the site that vouches for it', async () => {
    answer = says();
    const known = assistant();
    expect(await (await known.view(owner)).json()).toMatchObject({
      name: 'Known',
      knownBy: new URL(base).host,
      redirectHost: 'assistant.example',
    });
    expect((await known.connect(owner)).scope).toBe('read run');
    expect(requests).toHaveLength(1);
  });

  it.each<[string, typeof answer]>([
    ['of another ID', says({ client_id: 'https://claude.ai/oauth/client' })],
    ['called Leadwell', says({ client_name: 'Leadwell' })],
    ['without addresses', says({ redirect_uris: [] })],
    ['with only dangerous addresses', says({ redirect_uris: ['javascript:alert(1)'] })],
    ['that is no JSON', (response) => response.end('<html>')],
    ['that is too large', says({ x: 'x'.repeat(20_000) })],
    ['that is missing', (response) => response.writeHead(404).end()],
    [
      'that redirects',
      (response) => response.writeHead(302, { location: `${base}/elsewhere` }).end(JSON.stringify({})),
    ],
    ['that is cut off', (response) => response.destroy()],
  ])('is refused: %s', async (_, given) => {
    answer = given;
    expect((await assistant().view(owner)).status).toBe(400);
    expect(requests).not.toContain('/elsewhere');
  });

  it.each(['/', '/a/../b', '/a#b', '/%2e%2e/a'])('is not read at %s', async (path) => {
    answer = says();
    expect((await assistant(path).view(owner)).status).toBe(400);
    expect(requests).toEqual([]);
  });

  it('is not read in the own network', async () => {
    answer = says();
    const other = await guarded.owner();
    for (const id of [
      `${base}/a`,
      base.replace('http:', 'https:').concat('/a'),
      'https://localhost/a',
      'https://169.254.169.254/latest/meta-data',
      'https://[::ffff:127.0.0.1]/a',
      'file:///etc/passwd',
    ])
      expect([id, (await assistantWith(guarded, id, REDIRECT).view(other)).status]).toEqual([id, 400]);
    expect(requests).toEqual([]);
  });
});
