import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseConfig } from '#server/config.ts';
import { runChecks } from '#server/platform/operator/health-check.ts';
import { type FakeDns, type NameRecords, startFakeDns } from '../../../e2e/fixtures/fake-dns.ts';
import { type MailWorld, startMailWorld } from '../../../e2e/fixtures/mail-world/mail-world.ts';
import { mailChecks } from './health-checks.ts';

const OURS = '203.0.113.7';
const HEALTHY: Record<string, NameRecords> = {
  'mail.ours.example': { addresses: [OURS] },
  '7.113.0.203.in-addr.arpa': { ptr: ['mail.ours.example'] },
};

let world: MailWorld;
let dns: FakeDns;
let records: Record<string, NameRecords> = HEALTHY;
beforeAll(async () => {
  world = await startMailWorld([{ name: 'gmail.com', about: 'answers', mailboxes: [] }]);
  dns = await startFakeDns((name) => records[name] ?? world.records.get(name) ?? null);
});
afterAll(async () => {
  await dns.close();
  await world.close();
});

async function found(
  planted: Record<string, NameRecords> = {},
  environment: Record<string, string> = {},
): Promise<string[]> {
  records = { ...HEALTHY, ...planted };
  const config = parseConfig({
    PUBLIC_URL: 'https://leads.ours.example',
    EHLO_NAME: 'mail.ours.example',
    DNS_SERVERS: dns.server,
    DNSBL_ZONES: 'list.example,other.example',
    ALLOW_PRIVATE_NETWORK: '1',
    SMTP_PORT: String(world.port),
    ...environment,
  });
  const all = await runChecks(mailChecks(config, [OURS]));
  return all.map(({ check, state, says, todo }) => `${state} ${check}: ${says}${todo ? ` | ${todo}` : ''}`);
}

it('are fine if a mail server answers, and name, address and PTR record fit', async () => {
  expect(await found()).toEqual([
    expect.stringMatching(/^ok port 25: open: mx\.gmail\.com/),
    expect.stringMatching(/^ok sending name/),
  ]);
});

it('find that outgoing port 25 is blocked, as a fault only on a server for others', async () => {
  const blocked = { SMTP_PORT: '1' };
  expect((await found({}, blocked))[0]).toMatch(/^fault port 25: .*blocked \| .*SOCKS_PROXY.*PORT_25_TEST=0/);
  expect((await found({}, { ...blocked, PUBLIC_URL: '' }))[0]).toMatch(/^warning port 25/);
  expect(await found({}, { ...blocked, PORT_25_TEST: '0' })).toEqual([expect.stringMatching(/^ok port 25/)]);
});

it.each<[string, Record<string, NameRecords>, Record<string, string>, RegExp]>([
  ['no name', {}, { EHLO_NAME: '', PUBLIC_URL: 'http://127.0.0.1' }, /without a host name \| Set EHLO_NAME/],
  ['no address', { 'mail.ours.example': { addresses: [] } }, {}, /has no address \| Add an A record/],
  [
    'the address of another machine',
    { 'mail.ours.example': { addresses: ['198.51.100.1'] } },
    {},
    /has the address 198\.51\.100\.1, and this machine has 203\.0\.113\.7 \| Correct the A record/,
  ],
  [
    'no PTR record',
    { '7.113.0.203.in-addr.arpa': {} },
    {},
    /203\.0\.113\.7 has no PTR record \| Ask the provider/,
  ],
  [
    'a PTR record of another machine',
    {
      '7.113.0.203.in-addr.arpa': { ptr: ['host.else.example'] },
      'host.else.example': { addresses: ['198.51.100.2'] },
    },
    {},
    /PTR record of 203\.0\.113\.7 is host\.else\.example/,
  ],
  [
    'an entry in a block list',
    { '7.113.0.203.list.example': { addresses: ['127.0.0.2'] } },
    {},
    /is in the block list list\.example \|/,
  ],
])('find %s', async (_, planted, environment, expected) => {
  const problems = (await found(planted, environment)).filter((line) =>
    /^(fault|warning) sending/.test(line),
  );
  expect(problems[0]).toMatch(expected);
});

it('take a refusal of a block list as no answer, and not as an entry', async () => {
  const lines = await found({
    '7.113.0.203.list.example': { addresses: ['127.255.255.254'] },
    '7.113.0.203.other.example': { fails: true },
  });
  expect(lines.join('\n')).not.toMatch(/is in the block list/);
  expect(lines).toContainEqual(
    expect.stringMatching(/^warning sending name: list\.example refused to answer.*DNS_SERVERS/),
  );
});
