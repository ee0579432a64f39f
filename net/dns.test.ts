import { afterEach, describe, expect, it } from 'vitest';
import { blockProcess } from '../e2e/fixtures/block-process.ts';
import { type FakeDns, startFakeDns } from '../e2e/fixtures/fake-dns.ts';
import { type FakeWeb, startFakeWeb } from '../e2e/fixtures/fake-web.ts';
import { SITES } from '../e2e/fixtures/sites.ts';
import { createHostResolver } from './dns.ts';
import { createOriginPools } from './http/connect.ts';

const closing: { close(): unknown }[] = [];
afterEach(async () => {
  for (const part of closing.splice(0).reverse()) await part.close();
});

async function dnsWith(answers: Record<string, string[]>): Promise<FakeDns> {
  const dns = await startFakeDns((name) => answers[name] ?? null);
  closing.push(dns);
  return dns;
}

function resolverFor(server: string, allowPrivateNetwork = false, cacheSize?: number) {
  const resolver = createHostResolver({
    dnsServers: [server],
    policy: { allowPrivateNetwork },
    ...(cacheSize === undefined ? {} : { cacheSize }),
  });
  closing.push(resolver);
  return resolver;
}

describe('host resolver', () => {
  it('returns the addresses of both families, IPv4 first', async () => {
    const dns = await dnsWith({ 'both.com': ['2606:4700::1', '93.184.216.34'] });
    expect(await resolverFor(dns.server).resolve('both.com')).toEqual({
      ok: true,
      addresses: ['93.184.216.34', '2606:4700::1'],
    });
  });

  it('checks every address', async () => {
    const dns = await dnsWith({
      'mixed.com': ['93.184.216.34', '10.0.0.1'],
      'six.com': ['93.184.216.34', 'fd00::1'],
    });
    const resolver = resolverFor(dns.server);
    expect(await resolver.resolve('mixed.com')).toEqual({ ok: false, why: 'private' });
    expect(await resolver.resolve('six.com')).toEqual({ ok: false, why: 'private' });
  });

  it('reports a name without addresses as not found', async () => {
    const dns = await dnsWith({ 'empty.com': [] });
    const resolver = resolverFor(dns.server);
    expect(await resolver.resolve('missing.com')).toEqual({ ok: false, why: 'not-found' });
    expect(await resolver.resolve('empty.com')).toEqual({ ok: false, why: 'not-found' });
    expect(await resolver.resolve(`${'a'.repeat(70)}.com`)).toMatchObject({ ok: false });
  });

  it('shares concurrent lookups, and repeats one after its result was evicted', async () => {
    const dns = await dnsWith({ 'one.com': ['93.184.216.34'], 'two.com': ['93.184.216.35'] });
    const resolver = resolverFor(dns.server, false, 1);
    await Promise.all([
      resolver.resolve('one.com'),
      resolver.resolve('ONE.com.'),
      resolver.resolve('one.com'),
    ]);
    expect(dns.queries('one.com')).toBe(2);
    await resolver.resolve('two.com');
    await resolver.resolve('one.com');
    expect(dns.queries('one.com')).toBe(4);
  });

  it("asks again if the servers were silent while this process couldn't run", async () => {
    const dns = await startFakeDns((_, queries) => {
      if (queries === 0) blockProcess(1000);
      return { fails: true };
    });
    closing.push(dns);
    expect(await resolverFor(dns.server).resolve('busy.com')).toEqual({ ok: false, why: 'undecided' });
    // A and AAAA, and both once more
    expect(dns.queries('busy.com')).toBeGreaterThanOrEqual(4);
  });

  it('uses the system resolver if no DNS servers are set', async () => {
    const resolver = createHostResolver({ dnsServers: null, policy: { allowPrivateNetwork: true } });
    closing.push(resolver);
    const found = await resolver.resolve('localhost');
    expect(found).toMatchObject({ ok: true, addresses: expect.arrayContaining(['127.0.0.1']) });
  });

  it('checks IP addresses without a lookup', async () => {
    const dns = await dnsWith({});
    const resolver = resolverFor(dns.server);
    expect(await resolver.resolve('[::1]')).toEqual({ ok: false, why: 'private' });
    expect(await resolver.resolve('93.184.216.34')).toEqual({ ok: true, addresses: ['93.184.216.34'] });
    expect(await resolver.resolve('[2606:4700::1]')).toEqual({ ok: true, addresses: ['2606:4700::1'] });
    // without brackets, as sockets write it
    expect(await resolver.resolve('2606:4700::1')).toEqual({ ok: true, addresses: ['2606:4700::1'] });
    expect(await resolver.resolve('::ffff:127.0.0.1')).toEqual({ ok: false, why: 'private' });
  });
});

describe('DNS that changes between lookup and connect', () => {
  async function attack(evict: boolean): Promise<{ outcome: string; web: FakeWeb }> {
    // The first lookup (an A and an AAAA query) returns the site, later ones the metadata service.
    const web = await startFakeWeb({
      sites: SITES,
      answerName: (name, queries) =>
        name === 'bakery-holm.com' && queries >= 2 ? ['169.254.169.254'] : undefined,
    });
    closing.push(web);
    const policy = { allowPrivateNetwork: true };
    const resolver = resolverFor(web.dnsServer, true, 1);
    const pools = createOriginPools({
      resolver,
      policy,
      connectTimeoutMs: 60_000,
      headersTimeoutMs: 60_000,
      connections: 2,
      origins: 4,
    });
    closing.push(pools);
    expect(await resolver.resolve('bakery-holm.com')).toMatchObject({ ok: true });
    if (evict) await resolver.resolve('other.com');
    const outcome = await new Promise<string>((resolve) => {
      pools.dispatch(
        `http://bakery-holm.com:${web.port}`,
        { method: 'GET', path: '/' },
        {
          onRequestStart() {},
          onResponseStart: (_controller, status) => resolve(String(status)),
          onResponseData() {},
          onResponseEnd() {},
          onResponseError: (_controller, error) => resolve(error.message),
        },
      );
    });
    return { outcome, web };
  }

  it('connects to the checked address', async () => {
    const { outcome, web } = await attack(false);
    expect(outcome).toBe('200');
    expect(web.log('bakery-holm.com').requests).toHaveLength(1);
  });

  it('checks the result of a second lookup', async () => {
    const { outcome, web } = await attack(true);
    expect(outcome).toBe('host not connected to: metadata');
    expect(web.log('bakery-holm.com').requests).toHaveLength(0);
  });
});
