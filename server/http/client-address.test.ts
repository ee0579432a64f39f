import { describe, expect, it } from 'vitest';
import { clientAddress, isFromProxy } from './client-address.ts';

const NETWORKS = { networks: ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'] };

describe('the address of the client', () => {
  it.each([
    ['no proxy is trusted', null, '192.0.2.1', '198.51.100.1', '192.0.2.1'],
    ['one hop', { hops: 1 }, '10.0.0.1', '203.0.113.9, 198.51.100.1', '198.51.100.1'],
    ['two hops', { hops: 2 }, '10.0.0.1', '6.6.6.6, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['two hops and a short header', { hops: 2 }, '10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['hops without a header', { hops: 2 }, '10.0.0.1', undefined, '10.0.0.1'],
    ['an empty header', { hops: 1 }, '10.0.0.1', ' , ', '10.0.0.1'],
    ['trusted networks', NETWORKS, '127.0.0.1', '6.6.6.6, 203.0.113.9, 10.1.2.3', '203.0.113.9'],
    [
      'trusted networks with ports',
      NETWORKS,
      '::ffff:10.0.0.1',
      '203.0.113.9, [2001:db8::7]:443',
      '203.0.113.9',
    ],
    ['a peer outside the networks', NETWORKS, '198.51.100.1', '203.0.113.9', '198.51.100.1'],
    ['only trusted addresses', NETWORKS, '127.0.0.1', '10.0.0.9, 10.0.0.8', '10.0.0.9'],
    ['no peer', null, undefined, undefined, 'unknown'],
  ])('with %s', (_, trusted, peer, header, expected) => {
    expect(clientAddress(peer, header, trusted)).toBe(expected);
  });
});

it('knows requests from a trusted proxy', () => {
  expect(isFromProxy('10.0.0.1', null)).toBe(false);
  expect(isFromProxy('198.51.100.1', { hops: 1 })).toBe(true);
  expect(isFromProxy('198.51.100.1', NETWORKS)).toBe(false);
  expect(isFromProxy('10.0.0.1', NETWORKS)).toBe(true);
  expect(isFromProxy(undefined, NETWORKS)).toBe(false);
});
