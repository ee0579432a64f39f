import { describe, expect, it } from 'vitest';
import type { ReplyMeaning } from '#engines/mail-replies/classify-reply.ts';
import { CatchAll, probeName } from './catch-all.ts';
import type { ServerReply } from './smtp-client.ts';

const reply = (meaning: ReplyMeaning): ServerReply => ({ ok: true, meaning, host: 'mx.acme.com', text: '' });

describe('a probe', () => {
  it('uses a made-up name', () => {
    expect(probeName(Math.random)).toMatch(/^[a-z]{8}\.[a-z]{8}$/);
    expect(new CatchAll('acme.com', null, () => 0).probeAddress).toBe('babababa.babababa@acme.com');
  });

  it('runs once for all lookups of a domain, and is saved once', async () => {
    const catchAll = new CatchAll('acme.com', null, Math.random);
    const queried: string[] = [];
    const query = async (address: string) => {
      queried.push(address);
      return reply('mailbox-missing');
    };
    expect(catchAll.acceptsAll).toBe(null);
    expect(await Promise.all([catchAll.probe(query), catchAll.probe(query)])).toEqual(['refused', 'refused']);
    expect(await catchAll.probe(query)).toBe('refused');
    expect(queried).toEqual([catchAll.probeAddress]);
    expect(catchAll).toMatchObject({ acceptsAll: false, source: 'mail-server' });
    expect([catchAll.takeNewResult(), catchAll.takeNewResult()]).toEqual([false, null]);
  });

  it('is not needed when memory knows the answer', async () => {
    const catchAll = new CatchAll('acme.com', true, Math.random);
    expect(await catchAll.probe(() => Promise.reject(new Error('not needed')))).toBe('accepted');
    expect(catchAll).toMatchObject({ acceptsAll: true, source: 'memory' });
    expect(catchAll.takeNewResult()).toBe(null);
    expect(catchAll.claimEarlyProbe()).toBe(false);
  });

  it('stops after three inconclusive replies', async () => {
    const catchAll = new CatchAll('acme.com', null, Math.random);
    let queries = 0;
    for (let time = 0; time < 5; time += 1) {
      const answer = await catchAll.probe(async () => {
        queries += 1;
        return reply('greylist');
      });
      expect(answer).toBe('inconclusive');
    }
    expect(queries).toBe(3);
    expect(catchAll.takeNewResult()).toBe(null);
  });

  it('goes ahead of a greylisting wait once', () => {
    const catchAll = new CatchAll('acme.com', null, Math.random);
    expect([catchAll.claimEarlyProbe(), catchAll.claimEarlyProbe()]).toEqual([true, false]);
  });
});
