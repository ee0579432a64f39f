import { describe, expect, it } from 'vitest';
import { refuseAddress, refuseUrl, sameAddress } from './guard.ts';

const OPEN = { allowPrivateNetwork: false };
const INTRANET = { allowPrivateNetwork: true };

describe('addresses', () => {
  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '127.0.0.1',
    '127.255.255.254',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.1.1',
    '100.64.0.1',
    '100.127.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.1.1.1',
    '240.0.0.1',
    '255.255.255.255',
    '192.88.99.1',
    '::',
    '::1',
    'fe80::1',
    'fec0::1',
    'fc00::1',
    'fd00::1',
    'fd12:3456::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '::8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b::808:808',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2002:808:808::1',
    '2001::1',
    '2001:db8::1',
    '100::1',
    '4000::1',
    '5f00::1',
    '3fff::1',
  ])('blocks %s', (address) => {
    expect(refuseAddress(address, OPEN)).not.toBeNull();
  });

  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '93.184.216.34',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700:4700::1111',
    '2a00:1450::1',
  ])('allows %s', (address) => {
    expect(refuseAddress(address, OPEN)).toBeNull();
  });

  it.each([
    '169.254.169.254',
    '169.254.170.2',
    '169.254.170.23',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd20:ce::254',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '::169.254.169.254',
    '2002:a9fe:a9fe::',
    '2001:0:0:0:0:0:5601:5601',
    'fe80::5efe:a9fe:a9fe',
    '64:ff9b:1::a9fe:a9fe',
  ])('blocks %s on an intranet too', (address) => {
    expect(refuseAddress(address, INTRANET)).toBe('metadata');
    expect(refuseAddress(address, OPEN)).toBe('metadata');
  });

  it('allows intranet addresses with allowPrivateNetwork', () => {
    for (const address of ['127.0.0.1', '10.1.2.3', '::1', 'fd00::1', '::ffff:10.0.0.1'])
      expect(refuseAddress(address, INTRANET)).toBeNull();
  });

  it('blocks text that is not an IP address', () => {
    for (const text of ['', 'localhost', '1.2.3.4.5', 'fe80::1::2'])
      expect(refuseAddress(text, OPEN)).toBe('private');
  });
});

describe('URLs', () => {
  it.each([
    'http://0.0.0.0/',
    'http://0/',
    'http://127.1/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://127.0.0.1./',
    'http://①②⑦.⓪.⓪.①/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[0:0:0:0:0:ffff:7f00:1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[::]/',
    'http://localhost/',
    'http://LOCALHOST./',
    'https://db.localhost/',
    'http://example.com:22/',
    'https://example.com:8443/',
    'ftp://example.com/',
    'file:///etc/passwd',
  ])('blocks %s before any lookup', (url) => {
    expect(refuseUrl(new URL(url), OPEN)).not.toBeNull();
  });

  it.each(['http://example.com/', 'https://example.com:443/', 'http://example.com:443/', 'http://8.8.8.8/'])(
    'allows %s',
    (url) => {
      expect(refuseUrl(new URL(url), OPEN)).toBeNull();
    },
  );

  it('allows all ports and addresses but metadata on an intranet', () => {
    expect(refuseUrl(new URL('http://127.0.0.1:8080/'), INTRANET)).toBeNull();
    expect(refuseUrl(new URL('http://localhost:8080/'), INTRANET)).toBeNull();
    expect(refuseUrl(new URL('http://0xa9fea9fe/'), INTRANET)).toBe('metadata');
    expect(refuseUrl(new URL('http://[::ffff:169.254.169.254]/'), INTRANET)).toBe('metadata');
    expect(refuseUrl(new URL('gopher://example.com/'), INTRANET)).toBe('scheme');
  });
});

describe('sameAddress', () => {
  it('compares addresses rather than text', () => {
    expect(sameAddress('::1', '0:0:0:0:0:0:0:1')).toBe(true);
    expect(sameAddress('::ffff:10.0.0.1', '10.0.0.1')).toBe(true);
    expect(sameAddress('10.0.0.1', '10.0.0.2')).toBe(false);
    expect(sameAddress('', '10.0.0.2')).toBe(false);
  });
});
