import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHostResolver, type HostResolver } from '#net/dns.ts';
import { benchBehaviors, MORE_BEHAVIORS } from '../../../../e2e/fixtures/mail-world/behaviors.ts';
import { type MailWorld, startMailWorld } from '../../../../e2e/fixtures/mail-world/mail-world.ts';
import { createMailHosts, type MailHosts } from '../mail-hosts.ts';
import { testPort25 } from './port-25.ts';

const policy = { allowPrivateNetwork: true };
let world: MailWorld;
let resolver: HostResolver;
let hosts: MailHosts;

beforeAll(async () => {
  world = await startMailWorld([...benchBehaviors(0), ...MORE_BEHAVIORS]);
  const dnsServers = [world.dnsServer];
  resolver = createHostResolver({ dnsServers, policy });
  hosts = createMailHosts({ resolver, dnsServers });
});
afterAll(async () => {
  hosts.close();
  resolver.close();
  await world.close();
});

const test = (...domains: string[]) =>
  testPort25({ policy, port: world.port, socksProxy: null, hosts, domains, limitMs: 50_000 });

it('reports port 25 as open if a server greets or refuses', async () => {
  expect(await test('dead-host.com', 'normal-mail.com', 'blocks-us.com')).toEqual({
    state: 'open',
    answeredBy: 'mx.normal-mail.com',
    silent: ['mx.dead-host.com'],
  });
  expect(await test('blocks-us.com')).toMatchObject({ state: 'open', answeredBy: 'mx.blocks-us.com' });
  expect(await test('always-busy.com')).toMatchObject({ state: 'open' });
  expect(world.log('normal-mail.com').sessions.at(-1)?.commands).toEqual(['QUIT']);
});

it('tries an address of each family', async () => {
  const both = { name: 'mx.both.com', addresses: ['2001:db8::1', world.hostAddress('normal-mail.com')] };
  const v4Last: MailHosts = { ...hosts, find: async () => ({ ok: true, hosts: [both] }) };
  const report = await testPort25({
    policy,
    port: world.port,
    socksProxy: null,
    hosts: v4Last,
    domains: ['both.com'],
  });
  expect(report).toEqual({ state: 'open', answeredBy: 'mx.both.com', silent: [] });
});

it('reports port 25 as blocked if no server is reachable, or something else responds', async () => {
  expect(await test('dead-host.com', 'no-mail-server.com')).toEqual({
    state: 'blocked',
    answeredBy: null,
    silent: ['mx.dead-host.com', 'mx.no-mail-server.com'],
  });
});

it('is undecided if names cannot be resolved', async () => {
  expect(await test('dns-fails.com', 'no-such-domain.com')).toEqual({
    state: 'undecided',
    answeredBy: null,
    silent: [],
  });
});
