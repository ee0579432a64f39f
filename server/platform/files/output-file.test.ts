import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeOutputFile } from './output-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leadwell-output-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const mode = (path: string) => statSync(path).mode & 0o777;

async function* pieces(...texts: string[]): AsyncGenerator<string> {
  yield* texts;
}
async function* broken(): AsyncGenerator<string> {
  yield 'half';
  throw new Error('the source broke');
}

it('makes a file for who it says, and replaces one with its mode', async () => {
  await writeOutputFile(at('new'), pieces('a', 'b'), { mode: 0o600 });
  expect([readFileSync(at('new'), 'utf8'), mode(at('new'))]).toEqual(['ab', 0o600]);
  for (const kept of [0o600, 0o664]) {
    chmodSync(at('new'), kept);
    await writeOutputFile(at('new'), pieces('c'));
    expect([readFileSync(at('new'), 'utf8'), mode(at('new'))]).toEqual(['c', kept]);
  }
});

it('writes where a link leads, also if nothing is there yet', async () => {
  mkdirSync(at('deep'));
  symlinkSync('deep/data', at('link'));
  symlinkSync('link', at('outer'));
  for (const text of ['first', 'second']) {
    await writeOutputFile(at('outer'), pieces(text));
    expect(readFileSync(at('deep/data'), 'utf8')).toBe(text);
  }
  expect([readlinkSync(at('outer')), readlinkSync(at('link'))]).toEqual(['link', 'deep/data']);
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['deep', 'deep/data', 'link', 'outer']);
});

it.skipIf(process.platform === 'win32')('writes into a pipe, and leaves it a pipe', async () => {
  execFileSync('mkfifo', [at('pipe')]);
  symlinkSync('pipe', at('link'));
  for (const path of [at('pipe'), at('link')]) {
    const [text] = await Promise.all([readFile(at('pipe'), 'utf8'), writeOutputFile(path, pieces('a', 'b'))]);
    expect(text).toBe('ab');
  }
  expect(lstatSync(at('pipe')).isFIFO()).toBe(true);
  expect(readdirSync(folder).sort()).toEqual(['link', 'pipe']);
});

it('leaves what was there if it fails, and nothing else', async () => {
  writeFileSync(at('old'), 'old');
  await expect(writeOutputFile(at('old'), broken())).rejects.toThrow('the source broke');
  await expect(writeOutputFile(at('new'), broken())).rejects.toThrow('the source broke');
  await expect(writeOutputFile(at('old'), pieces('a'), { isNew: true })).rejects.toThrow('old exists.');
  expect([readdirSync(folder), readFileSync(at('old'), 'utf8')]).toEqual([['old'], 'old']);
});

it('says why a file can’t be written, before it asks for the first piece', async () => {
  let asked = 0;
  async function* counted(): AsyncGenerator<string> {
    asked += 1;
    yield 'a';
  }
  symlinkSync('loop', at('loop'));
  writeFileSync(at('file'), '');
  for (const [path, reason] of [
    [folder, 'it is a folder'],
    [at('none/x.csv'), 'there is no such file or folder'],
    [at('file/x.csv'), 'a part of its path is not a folder'],
    [at('loop'), 'its links lead back to themselves'],
  ] as const)
    await expect(writeOutputFile(path, counted())).rejects.toThrow(`${path} can't be written: ${reason}`);
  expect(asked).toBe(0);
});
