import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOUNCE_DAYS, BOUNCE_SHARE_TRUSTED, BOUNCES_TRUSTED } from '#contract/bounces.ts';
import { createStoredMemory } from '#tools/email-finder/server/email-memory.ts';
import { setPlan } from '../api-keys/test-api-keys.ts';
import { rememberGiven } from '../bounce-data/given-addresses.ts';
import { withoutToken } from '../http/request.ts';
import { transaction } from '../platform/database/db.ts';
import { type BounceBench, newAddress, openBounceBench } from './test-bounces.ts';

/** Someone who wants good addresses to look bad, or answers for free. */

let world: BounceBench;
beforeAll(async () => {
  world = await openBounceBench();
});
afterAll(() => world.close());

const hard = (email: string) => ({ email, kind: 'hard' });
const known = (addresses: readonly string[]) => createStoredMemory(world.bench.deps).addresses(addresses);

describe('a report', () => {
  it('about an address that the account never got changes nothing for anyone', async () => {
    const [victim, attacker] = [await world.sender(), await world.sender()];
    const address = newAddress();
    await victim.got([address]);
    const before = await attacker.balance();
    expect(await attacker.report(hard(address))).toMatchObject({ hard: 1, uncounted: 1, returned: 0 });
    expect((await known([address])).size).toBe(0);
    expect(await attacker.balance()).toBe(before);
    const domain = address.slice(address.indexOf('@') + 1);
    await attacker.report(...Array.from({ length: 20 }, () => hard(newAddress(domain))));
    expect((await createStoredMemory(world.bench.deps).domain(domain)).reports).toBeUndefined();
  });

  it('counts for others, and gives credits back, only as often as is plausible', async () => {
    const attacker = await world.sender();
    const addresses = Array.from({ length: BOUNCES_TRUSTED + 20 }, () => newAddress());
    await attacker.got(addresses);
    const paid = await attacker.balance();
    const receipt = await attacker.report(...addresses.map(hard));
    expect(receipt).toMatchObject({ hard: addresses.length, uncounted: 20, returned: BOUNCES_TRUSTED });
    expect((await known(addresses)).size).toBe(BOUNCES_TRUSTED);
    expect(await attacker.balance()).toBe(paid + BOUNCES_TRUSTED);
    const more = addresses.slice(-20).map((email) => ({ ...hard(email), text: 'again' }));
    expect(await attacker.report(...more)).toMatchObject({ uncounted: 20, returned: 0 });
    expect(await world.bench.broken(attacker.id)).toEqual([]);
  });

  it('about a guess that cost nothing changes nothing for anyone', async () => {
    const attacker = await world.sender();
    const guesses = Array.from({ length: 100 }, () => newAddress());
    await attacker.got(guesses, 'unknown');
    const victim = guesses[0] ?? '';
    expect(await attacker.report(hard(victim))).toMatchObject({ hard: 1, uncounted: 1 });
    expect((await known([victim])).size).toBe(0);
    const paid = Array.from({ length: BOUNCES_TRUSTED + 5 }, () => newAddress());
    await attacker.got(paid);
    expect(await attacker.report(...paid.map(hard))).toMatchObject({
      uncounted: 5,
      returned: BOUNCES_TRUSTED,
    });
  });

  it('is no more plausible with guesses that were remembered when they still counted', async () => {
    const attacker = await world.sender();
    const { database, clock } = world.bench.deps;
    const guesses = Array.from({ length: 100 }, () => newAddress());
    const free = guesses.map((address) => ({ address, verified: false, credits: 0, budgetCredits: 0 }));
    await transaction(database.db, (tx) =>
      rememberGiven(
        tx,
        world.bench.deps,
        { accountId: attacker.id, apiKeyId: null },
        free,
        new Date(clock.now()),
      ),
    );
    const paid = Array.from({ length: BOUNCES_TRUSTED + 5 }, () => newAddress());
    await attacker.got(paid);
    expect(await attacker.report(...paid.map(hard))).toMatchObject({
      uncounted: 5,
      returned: BOUNCES_TRUSTED,
    });
  });

  it('counts once for a risky address, however often it is asked for again for free', async () => {
    const attacker = await world.sender();
    const domain = 'asked-again.example';
    const addresses = Array.from({ length: 5 }, () => newAddress(domain));
    await attacker.got(addresses, 'risky');
    await attacker.report(...addresses.map(hard));
    await attacker.got(addresses, 'risky');
    const again = addresses.map((email) => ({ ...hard(email), text: 'again' }));
    await attacker.report(...again);
    expect((await createStoredMemory(world.bench.deps).domain(domain)).reports).toEqual({
      sent: 5,
      bounced: 5,
    });
  });

  it('is as plausible for risky addresses that the plan includes as for those that are paid for', async () => {
    const sender = await world.sender();
    await setPlan(world.bench.deps, sender.id, 'unlimited');
    const risky = Array.from({ length: 40 }, () => newAddress());
    const verified = Array.from({ length: 60 }, () => newAddress());
    const before = await sender.balance();
    await sender.got(risky, 'risky');
    await sender.got(verified);
    await sender.got(
      Array.from({ length: 100 }, () => newAddress()),
      'unknown',
    );
    const room = (risky.length + verified.length) * BOUNCE_SHARE_TRUSTED;
    const bounced = [...risky.slice(0, 15), ...verified.slice(0, 10)];
    expect(await sender.report(...bounced.map(hard))).toMatchObject({
      hard: 25,
      uncounted: 25 - room,
      returned: 0,
    });
    expect(await sender.balance()).toBe(before);
    expect(await world.bench.broken(sender.id)).toEqual([]);
  });

  it('counts once for a risky address that the plan includes again later, which counts as given then', async () => {
    const sender = await world.sender();
    const { clock, database } = world.bench.deps;
    await setPlan(world.bench.deps, sender.id, 'unlimited');
    const address = newAddress();
    await sender.got([address], 'risky');
    await sender.report(hard(address));
    clock.advance((BOUNCE_DAYS - 1) * 86_400_000);
    await sender.got([address], 'risky');
    const rows = database.db.selectFrom('given_addresses').select(['given_at', 'outcome']);
    expect(await rows.where('account_id', '=', sender.id).execute()).toEqual([
      { given_at: new Date(clock.now()), outcome: 'hard' },
    ]);
  });

  it('gives back what was paid before the plan included the address', async () => {
    const sender = await world.sender();
    const { deps } = world.bench;
    const address = newAddress();
    await sender.got([address]);
    const paid = await sender.balance();
    await setPlan(deps, sender.id, 'unlimited');
    const included = { address, verified: false, credits: 0, budgetCredits: 1 };
    await transaction(deps.database.db, (tx) =>
      rememberGiven(
        tx,
        deps,
        { accountId: sender.id, apiKeyId: null },
        [included],
        new Date(deps.clock.now()),
      ),
    );
    expect(await sender.report(hard(address))).toMatchObject({ hard: 1, returned: 1 });
    expect(await sender.balance()).toBe(paid + 1);
  });

  it('leaves the token of its address out of the log', () => {
    expect(withoutToken('/webhooks/bounces/a-token')).toBe('/webhooks/bounces/…');
    expect(withoutToken('/webhooks/stripe')).toBe('/webhooks/stripe');
  });

  it('needs the whole token of an address', async () => {
    const sender = await world.sender();
    const path = await sender.inbox();
    for (const wrong of [`${path}x`, path.slice(0, -1), `${path.slice(0, -1)}!`, '/webhooks/bounces/x'])
      expect((await sender.deliver(wrong, [hard(newAddress())])).status).toBe(404);
    expect((await sender.deliver(path, [hard(newAddress())])).status).toBe(200);
    await sender.post('bounce-settings', { rotate: true });
    expect((await sender.deliver(path, [hard(newAddress())])).status).toBe(404);
  });
});
