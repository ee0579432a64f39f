import { expect, it } from 'vitest';
import { askFolder, DiskSilent } from './ask-folder.ts';

it('gives the answer of the disk, and what it throws', async () => {
  expect(await askFolder('/one', async () => 7)).toBe(7);
  await expect(askFolder('/one', () => Promise.reject(new Error('no access')))).rejects.toThrow('no access');
});

it('asks a disk that hangs only once, and others meanwhile', async () => {
  const disk = Promise.withResolvers<string>();
  let questions = 0;
  const ask = (limitMs?: number) =>
    askFolder(
      '/hangs',
      () => {
        questions += 1;
        return disk.promise;
      },
      limitMs,
    );
  await expect(ask(10)).rejects.toThrow(DiskSilent);
  await expect(ask(10)).rejects.toThrow('The disk of /hangs does not answer.');
  expect(questions).toBe(1);
  expect(await askFolder('/other', async () => 'here')).toBe('here');
  const waiting = ask();
  disk.resolve('back');
  expect(await waiting).toBe('back');
  expect(questions).toBe(2);
});

it('asks one question after the other', async () => {
  const order: string[] = [];
  const ask = (name: string) =>
    askFolder('/busy', async () => {
      order.push(`${name} begins`);
      await Promise.resolve();
      order.push(`${name} ends`);
    });
  await Promise.all([ask('first'), ask('second'), ask('third')]);
  expect(order).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]));
});
