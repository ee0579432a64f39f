import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { createHostResolver } from '#net/dns.ts';
import { createJsonCaller } from '#net/http/guarded-json.ts';
import { createProfileProvider } from './profile-provider.ts';

it('gives up on a provider that never ends its answer', async () => {
  const server = createServer((_request, response) => response.writeHead(200).write('{"name":')).listen(
    0,
    '127.0.0.1',
  );
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const policy = { allowPrivateNetwork: true };
  const resolver = createHostResolver({ dnsServers: null, policy });
  const caller = createJsonCaller({ resolver, policy, limitMs: 50 });
  const provider = createProfileProvider({ caller, url: `http://127.0.0.1:${port}/{slug}`, key: null });
  const profile = { url: 'https://www.linkedin.com/in/jane', key: 'in/jane' };
  expect(await provider.find(profile, new AbortController().signal)).toEqual({
    failed: true,
    reason: "The data provider didn't answer",
  });
  await caller.close();
  resolver.close();
  server.closeAllConnections();
  server.close();
});

it('never calls a private address that the operator did not allow', async () => {
  const policy = { allowPrivateNetwork: false };
  const resolver = createHostResolver({ dnsServers: null, policy });
  const caller = createJsonCaller({ resolver, policy });
  for (const address of [
    'http://127.0.0.1:9/{slug}',
    'http://169.254.169.254/{slug}',
    'http://[::1]/{slug}',
  ]) {
    const provider = createProfileProvider({ caller, url: address, key: null });
    const profile = { url: 'https://www.linkedin.com/in/jane', key: 'in/jane' };
    expect(await provider.find(profile, new AbortController().signal)).toMatchObject({ failed: true });
  }
  await caller.close();
  resolver.close();
});
