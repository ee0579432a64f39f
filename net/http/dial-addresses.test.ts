import { describe, expect, it } from 'vitest';
import { chooseAddresses, dialFirst } from './dial-addresses.ts';
import { HostError } from './host-error.ts';

const failure = (code: string) => Object.assign(new Error(code), { code });

/** What comes of addresses that answer so: the error, or the address that accepted. */
async function dialed(answers: Readonly<Record<string, Error | null>>) {
  const tried: string[] = [];
  const result = await dialFirst(Object.keys(answers), (address) => {
    tried.push(address);
    const error = answers[address];
    return error ? Promise.reject(error) : Promise.resolve(address);
  }).catch((error: unknown) => error);
  return { result, tried };
}

describe('the addresses of a host', () => {
  it('are tried in both families, and two of IPv4', () => {
    expect(chooseAddresses(['1.1.1.1', '1.1.1.2', '1.1.1.3', '2001:db8::1', '2001:db8::2'])).toEqual([
      '1.1.1.1',
      '1.1.1.2',
      '2001:db8::1',
    ]);
    expect(chooseAddresses(['1.1.1.1', '2001:db8::1'])).toEqual(['1.1.1.1', '2001:db8::1']);
    expect(chooseAddresses(['1.1.1.1', '1.1.1.2', '1.1.1.3'])).toEqual(['1.1.1.1', '1.1.1.2']);
    expect(chooseAddresses(['2001:db8::1', '2001:db8::2', '2001:db8::3'])).toEqual([
      '2001:db8::1',
      '2001:db8::2',
    ]);
  });

  it.each(['CERT_HAS_EXPIRED', 'ECONNRESET', 'UND_ERR_CONNECT_TIMEOUT'])(
    'keep the error %s of one on a machine without a route to the other',
    async (code) => {
      const [error, noRoute] = [failure(code), failure('ENETUNREACH')];
      expect((await dialed({ '1.1.1.1': error, '2001:db8::1': noRoute })).result).toBe(error);
      expect((await dialed({ '1.1.1.1': noRoute, '2001:db8::1': error })).result).toBe(error);
      expect((await dialed({ '1.1.1.1': noRoute, '2001:db8::1': noRoute })).result).toBe(noRoute);
    },
  );

  it('are tried until one accepts, or the guard refuses one', async () => {
    const reset = failure('ECONNRESET');
    const accepted = await dialed({ '1.1.1.1': reset, '1.1.1.2': null, '2001:db8::1': null });
    expect(accepted).toEqual({ result: '1.1.1.2', tried: ['1.1.1.1', '1.1.1.2'] });
    const refusal = new HostError('private');
    const refused = await dialed({ '1.1.1.1': refusal, '1.1.1.2': null });
    expect(refused).toEqual({ result: refusal, tried: ['1.1.1.1'] });
  });
});
