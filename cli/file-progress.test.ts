import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { showFileProgress } from './file-progress.ts';

function screen(isTTY: boolean) {
  let text = '';
  const err = Object.assign(
    new Writable({
      write(chunk, _encoding, done) {
        text += String(chunk);
        done();
      },
    }),
    { isTTY, columns: 120 },
  );
  return { err, text: () => text };
}

describe('file progress', () => {
  it('is a bar on a terminal that hides for other output', () => {
    const { err, text } = screen(true);
    let now = 0;
    const progress = showFileProgress(err, () => now);
    now = 2000;
    progress.step({ read: 40, bytes: 100, rows: 3000 });
    now = 4000;
    progress.step({ read: 100, bytes: 100, rows: 8000 });
    progress.pause();
    err.write('said\n');
    expect(text()).toMatch(/40% of the file · 3,000 rows · 1,500 rows\/s/);
    expect(text()).toMatch(/100% of the file · 8,000 rows · 2,000 rows\/s[^\n]*\n[^\n]*said\n$/s);
  });

  it('is a line every ten seconds elsewhere', () => {
    const { err, text } = screen(false);
    let now = 0;
    const progress = showFileProgress(err, () => now);
    for (now = 1000; now <= 25_000; now += 1000) progress.step({ read: now, bytes: 50_000, rows: now / 10 });
    progress.pause();
    expect(text()).toBe('20% of the file, 1,000 rows, 100 rows/s\n40% of the file, 2,000 rows, 100 rows/s\n');
  });

  it('of an empty file is complete', () => {
    const { err, text } = screen(true);
    const progress = showFileProgress(err, () => 0);
    progress.step({ read: 0, bytes: 0, rows: 0 });
    progress.pause();
    expect(text()).toContain('100% of the file · 0 rows');
  });
});
