import { afterEach, describe, expect, it } from 'vitest';
import { createHostResolver } from '#net/dns.ts';
import { type AnswerName, type FakeDns, startFakeDns } from '../../../e2e/fixtures/fake-dns.ts';
import { createMailHosts } from './mail-hosts.ts';

const closing: { close(): unknown }[] = [];
afterEach(async () => {
  for (const part of closing.splice(0).reverse()) await part.close();
});

async function mailHosts(
  answers: Record<string, ReturnType<AnswerName>>,
  { allowPrivateNetwork = false, random = (): number => 0, cacheSize = 100 } = {},
) {
  const dns: FakeDns = await startFakeDns((name) => answers[name] ?? null);
  const dnsServers = [dns.server];
  const resolver = createHostResolver({ dnsServers, policy: { allowPrivateNetwork } });
  const hosts = createMailHosts({ resolver, dnsServers, random, cacheSize });
  closing.push(dns, resolver, hosts);
  return { dns, find: hosts.find, findLiteral: hosts.findLiteral };
}

const mx = (...exchanges: [string, number][]) => ({
  mx: exchanges.map(([exchange, preference]) => ({ exchange, preference })),
});

describe('the mail hosts of a domain', () => {
  it('are its MX records by preference, with addresses of both families', async () => {
    const { find } = await mailHosts({
      'acme.com': mx(['b.acme.com', 20], ['A.acme.com', 10], ['c.acme.com', 30], ['d.acme.com', 40]),
      'a.acme.com': ['2606:4700::1', '93.184.216.34'],
      'b.acme.com': ['93.184.216.35'],
      'c.acme.com': ['93.184.216.36'],
      'd.acme.com': ['93.184.216.37'],
    });
    expect(await find('acme.com')).toEqual({
      ok: true,
      hosts: [
        { name: 'a.acme.com', addresses: ['93.184.216.34', '2606:4700::1'] },
        { name: 'b.acme.com', addresses: ['93.184.216.35'] },
        { name: 'c.acme.com', addresses: ['93.184.216.36'] },
      ],
    });
  });

  it('are shuffled if the preference is equal', async () => {
    const answers = {
      'acme.com': mx(['a.acme.com', 10], ['b.acme.com', 10], ['last.acme.com', 20]),
      'a.acme.com': ['93.184.216.34'],
      'b.acme.com': ['93.184.216.35'],
      'last.acme.com': ['93.184.216.36'],
    };
    const orders = [
      [0.1, 0.9, 0],
      [0.9, 0.1, 0],
    ].map(async (numbers) => {
      const { find } = await mailHosts(answers, { random: () => numbers.shift() ?? 0 });
      const route = await find('acme.com');
      return route.ok ? route.hosts.map(({ name }) => name) : [];
    });
    const [first, second] = await Promise.all(orders);
    expect([...(first ?? [])].sort()).toEqual(['a.acme.com', 'b.acme.com', 'last.acme.com']);
    expect(second).toEqual([first?.[1], first?.[0], 'last.acme.com']);
  });

  it('are the domain itself without MX records', async () => {
    const { find } = await mailHosts({ 'acme.com': ['93.184.216.34'], 'six.com': ['2606:4700::1'] });
    expect(await find('acme.com')).toEqual({
      ok: true,
      hosts: [{ name: 'acme.com', addresses: ['93.184.216.34'] }],
    });
    expect(await find('six.com')).toMatchObject({ hosts: [{ addresses: ['2606:4700::1'] }] });
  });

  it('may be aliases, IPv6 only, or IP addresses', async () => {
    const { find } = await mailHosts({
      'alias.com': mx(['mx.alias.com', 10]),
      'mx.alias.com': { alias: 'real.host.com' },
      'real.host.com': ['93.184.216.34'],
      'six.com': mx(['mx.six.com', 10]),
      'mx.six.com': ['2606:4700::1'],
      'number.com': mx(['93.184.216.35', 10]),
    });
    expect(await find('alias.com')).toMatchObject({ hosts: [{ addresses: ['93.184.216.34'] }] });
    expect(await find('six.com')).toMatchObject({ hosts: [{ addresses: ['2606:4700::1'] }] });
    expect(await find('number.com')).toMatchObject({ hosts: [{ addresses: ['93.184.216.35'] }] });
  });

  it('are none with a null MX, even if the domain has an address', async () => {
    const { find } = await mailHosts({
      'acme.com': { ...mx(['.', 0]), addresses: ['93.184.216.34'] },
      'half.com': mx(['.', 0], ['mx.half.com', 10]),
      'mx.half.com': ['93.184.216.34'],
    });
    expect(await find('acme.com')).toEqual({ ok: false, why: 'null-mx' });
    expect(await find('half.com')).toMatchObject({ hosts: [{ name: 'mx.half.com' }] });
  });

  it('are none without a domain, a record or a host', async () => {
    const { find } = await mailHosts({ 'empty.com': [], 'lost.com': mx(['mx.lost.com', 10]) });
    expect(await find('missing.com')).toEqual({ ok: false, why: 'no-domain' });
    expect(await find('empty.com')).toEqual({ ok: false, why: 'no-mail-host' });
    expect(await find('lost.com')).toEqual({ ok: false, why: 'no-mail-host' });
  });

  it('are undecided if a name server fails', async () => {
    const { find } = await mailHosts({
      'acme.com': { fails: true },
      'half.com': mx(['mx.half.com', 10]),
      'mx.half.com': { fails: true },
      'either.com': mx(['mx.half.com', 10], ['mx2.either.com', 20]),
      'mx2.either.com': ['93.184.216.34'],
    });
    expect(await find('acme.com')).toEqual({ ok: false, why: 'undecided' });
    expect(await find('half.com')).toEqual({ ok: false, why: 'undecided' });
    expect(await find('either.com')).toMatchObject({ hosts: [{ name: 'mx2.either.com' }] });
  });

  it('are guarded', async () => {
    const answers = {
      'inside.com': mx(['mx.inside.com', 10]),
      'mx.inside.com': ['10.0.0.5'],
      'mixed.com': mx(['mx.inside.com', 10], ['mx.open.com', 20]),
      'mx.open.com': ['93.184.216.34'],
      'metadata.com': mx(['mx.metadata.com', 10]),
      'mx.metadata.com': ['169.254.169.254'],
    };
    const { find, findLiteral } = await mailHosts(answers);
    expect(await find('inside.com')).toEqual({ ok: false, why: 'refused' });
    expect(await find('mixed.com')).toMatchObject({ hosts: [{ name: 'mx.open.com' }] });
    expect(await find('metadata.com')).toEqual({ ok: false, why: 'refused' });
    expect(await findLiteral('127.0.0.1')).toEqual({ ok: false, why: 'refused' });
    expect(await findLiteral('::1')).toEqual({ ok: false, why: 'refused' });
    expect(await findLiteral('2606:4700::1')).toMatchObject({ hosts: [{ addresses: ['2606:4700::1'] }] });
    const intranet = await mailHosts(answers, { allowPrivateNetwork: true });
    expect(await intranet.find('inside.com')).toMatchObject({ hosts: [{ addresses: ['10.0.0.5'] }] });
    expect(await intranet.find('metadata.com')).toEqual({ ok: false, why: 'refused' });
  });
});

it('shares concurrent lookups, and repeats one after its result was evicted', async () => {
  const { dns, find } = await mailHosts(
    {
      'one.com': mx(['mx.one.com', 10]),
      'mx.one.com': ['93.184.216.34'],
      'two.com': mx(['mx.one.com', 10]),
    },
    { cacheSize: 1 },
  );
  await Promise.all([find('one.com'), find('one.com'), find('one.com')]);
  await find('one.com');
  expect(dns.queries('one.com')).toBe(1);
  await find('two.com');
  await find('one.com');
  expect(dns.queries('one.com')).toBe(2);
  expect(dns.queries('mx.one.com', 'A')).toBe(1);
});
