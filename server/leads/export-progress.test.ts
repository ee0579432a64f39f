import { describe, expect, it } from 'vitest';
import type { SentLeads } from './end-export.ts';
import type { OpenExport } from './export-charge.ts';
import { saveProgressOf } from './export-progress.ts';
import type { LeadKeys } from './lead-keys.ts';

/** So many leads that the next ones save them. */
const MANY = 50_000;
const clock = { now: () => 0 };

/** An export that stores nothing, and the saves that it is asked for. */
function fakeExport() {
  const saves: (PromiseWithResolvers<boolean> & { sent: SentLeads })[] = [];
  const ends: SentLeads[] = [];
  const open: OpenExport = {
    id: 'export',
    leads: 10 * MANY,
    paid: 10 * MANY,
    ofPlan: false,
    saveProgress(sent) {
      const save = { ...Promise.withResolvers<boolean>(), sent };
      saves.push(save);
      return save.promise;
    },
    end: async (sent) => void ends.push(sent),
  };
  return { open, saves, ends };
}

/** Keys that count up from `from`. */
function keysFrom(from: number, count: number): LeadKeys {
  return BigUint64Array.from({ length: count }, (_, index) => BigInt(from + index));
}

describe('the progress of an export', () => {
  it('keeps the leads of a save that fails while another one waits', async () => {
    const { open, saves, ends } = fakeExport();
    const progress = saveProgressOf(open, { clock });
    await progress.add(keysFrom(0, MANY));
    await progress.add(keysFrom(MANY, MANY));
    const both = [progress.add(keysFrom(2 * MANY, 1)), progress.add(keysFrom(2 * MANY + 1, 1))];
    saves[0]?.resolve(true);
    await both[0];
    expect(saves.map(({ sent }) => sent)).toEqual([
      { keys: keysFrom(0, MANY), from: 0 },
      { keys: keysFrom(MANY, MANY), from: MANY },
    ]);
    saves[1]?.reject(new Error('The database is gone.'));
    await expect(both[1]).rejects.toThrow('The database is gone.');
    await progress.end();
    expect(ends).toEqual([{ keys: keysFrom(MANY, MANY + 1), from: MANY }]);
  });

  it('takes no more leads once a save says that the export has ended', async () => {
    const { open, saves, ends } = fakeExport();
    const progress = saveProgressOf(open, { clock });
    await progress.add(keysFrom(0, MANY));
    await progress.add(keysFrom(MANY, MANY));
    const next = progress.add(keysFrom(2 * MANY, 1));
    saves[0]?.resolve(false);
    await expect(next).rejects.toThrow('stood still for too long');
    await progress.end();
    expect(saves).toHaveLength(1);
    expect(ends).toEqual([{ keys: keysFrom(0, 2 * MANY), from: 0 }]);
  });
});
