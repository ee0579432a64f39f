// On PostgreSQL: charges lock the account.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLS } from '#contract/calls.ts';
import { readUpload } from '#tools/email-finder/server/read-upload.ts';
import { SAMPLE_CSV } from '#tools/email-finder/web/sample-list.ts';
import { TOOLS } from '#tools/index/tools.ts';
import { createApp } from '../app.ts';
import { newCaller } from '../auth/test-caller.ts';
import { isSampleList } from './free-items.ts';
import { ASYNC, openTaskBench, type TaskBench, worked } from './test-tasks.ts';

let bench: TaskBench;
beforeAll(async () => {
  bench = await openTaskBench({ TRIAL_REQUIRES_CARD: '1' });
});
afterAll(() => bench.close());

const DAY_MS = 86_400_000;
/** Real clients announce the size of what they send. */
const SMALL = { ...ASYNC, 'content-length': '500' };
const toolSample = (type: string) => TOOLS.find(({ task }) => task?.type === type)?.task?.sample ?? [];
const WEBSITES = toolSample('website-extraction');

describe('the sample of a tool', () => {
  it('runs free of charge for an account without a card, and after its trial', async () => {
    const person = await newCaller(createApp(bench.deps));
    const other = await person.post('website-extraction', { urls: ['acme.com'] }, ASYNC);
    expect(other.status).toBe(402);
    const quote = await person.post(CALLS.taskRepeats.name, { type: 'website-extraction', items: WEBSITES });
    expect(await quote.json()).toEqual({ repeats: 0, free: WEBSITES.length, sample: true });
    const finish = async (id: string) => {
      await bench.settle(
        await bench.task(id),
        WEBSITES.map((_, position) => worked(position)),
      );
      expect(await bench.task(id)).toMatchObject({
        status: 'completed',
        found: WEBSITES.length,
        credits_used: 0,
      });
    };
    const reply = await person.post('website-extraction', { urls: WEBSITES }, SMALL);
    expect(reply.status).toBe(202);
    await finish(((await reply.json()) as { id: string }).id);
    bench.deps.clock.advance(8 * DAY_MS);
    await finish((await bench.start(person.id, WEBSITES)).id);
    await expect(bench.start(person.id, ['https://acme.com'])).rejects.toThrow('trial has expired');
    expect(await bench.balance(person.id)).toBe(1000);
    expect(await bench.broken(person.id)).toEqual([]);
  });

  it('is not a way around the gate for other items', async () => {
    const person = await newCaller(createApp(bench.deps));
    for (const urls of [[...WEBSITES, 'acme.com'], ['acme.com'], [...WEBSITES.slice(1), 'acme.com']]) {
      expect((await person.post('website-extraction', { urls }, SMALL)).status).toBe(402);
    }
  });

  it('is what the page of its tool fills in', async () => {
    const tool = bench.deps.taskTools?.get('csv-extraction');
    if (!tool) throw new Error('no email finder');
    const reading = await readUpload({ content: SAMPLE_CSV });
    expect(reading.ok && isSampleList(tool, reading.inputs)).toBe(true);
  });

  it('exists for each tool that runs lists', () => {
    const without = TOOLS.filter(({ task }) => task?.opensTasks && !task.sample);
    expect(without).toEqual([]);
  });
});
