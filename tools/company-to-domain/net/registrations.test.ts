import { afterEach, expect, it } from 'vitest';
import { type NameRecords, startFakeDns } from '../../../e2e/fixtures/fake-dns.ts';
import { createRegistrations } from './registrations.ts';

const closing: { close(): unknown }[] = [];
afterEach(async () => {
  for (const part of closing.splice(0).reverse()) await part.close();
});

async function registrationsWith(answerName: (name: string) => NameRecords | null) {
  const dns = await startFakeDns(answerName);
  const registrations = createRegistrations({ dnsServers: [dns.server] });
  closing.push(dns, registrations);
  return { dns, registrations };
}

it('tells domains that someone has from free and parked ones, with one query for a free one', async () => {
  const records: Record<string, NameRecords> = {
    'acme.com': { ns: ['ns1.hoster.net'] },
    'sold.com': { ns: ['ns1.sedoparking.com', 'ns2.sedoparking.com'] },
    // some registries keep addresses themselves
    'inside.com': { addresses: ['127.0.0.9'] },
  };
  const { dns, registrations } = await registrationsWith((name) => records[name] ?? null);
  expect(await registrations.of('acme.com')).toBe('registered');
  expect(await registrations.of('ACME.com')).toBe('registered');
  expect(await registrations.of('sold.com')).toBe('parked');
  expect(await registrations.of('inside.com')).toBe('registered');
  expect(await registrations.of('nobody.com')).toBe('free');
  await Promise.all([registrations.of('nobody.com'), registrations.of('nobody.com')]);
  expect(dns.queries('nobody.com')).toBe(1);
});

it('does not count an ending that answers for every name', async () => {
  const { registrations } = await registrationsWith((name) => {
    if (name === 'own.ws') return { ns: ['ns1.hoster.net'], addresses: ['127.0.0.3'] };
    if (name.endsWith('.ws')) return { addresses: ['127.0.0.2'] };
    if (name === 'own.xx') return { ns: ['ns1.hoster.net'] };
    return name.endsWith('.xx') ? { ns: ['wild.registry.xx'] } : null;
  });
  expect(await registrations.of('acme.ws')).toBe('free');
  expect(await registrations.of('own.ws')).toBe('registered');
  expect(await registrations.of('acme.xx')).toBe('free');
  expect(await registrations.of('own.xx')).toBe('registered');
});

it('stops asking servers that never answer', async () => {
  const { dns, registrations } = await registrationsWith(() => ({ fails: true }));
  const asked = (count: number) => Array.from({ length: count }, (_, index) => `name${index}.com`);
  for (const name of asked(80)) expect(await registrations.of(name)).toBe('undecided');
  expect(dns.queries('name79.com')).toBeGreaterThan(0);
  expect(await registrations.of('later.com')).toBe('undecided');
  expect(dns.queries('later.com')).toBe(0);
});
