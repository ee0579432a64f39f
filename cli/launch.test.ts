import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const LAUNCH = join(import.meta.dirname, 'launch.mjs');

function programThat(body: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'leadwell-launch-')), 'program.ts');
  writeFileSync(file, `export async function main(args: string[]): Promise<void> {\n${body}\n}\n`);
  return file;
}

describe('the launcher', () => {
  it('runs a TypeScript program with its arguments', async () => {
    const program = programThat(`process.stdout.write(JSON.stringify(args));`);
    const child = spawn(process.execPath, [LAUNCH, program, 'one', '--two']);
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
    });
    const [code] = await once(child, 'close');
    expect({ code, out }).toEqual({ code: 0, out: '["one","--two"]' });
  });

  it.skipIf(process.platform === 'win32')('ends with the shell of npm', async () => {
    const program = programThat(`
      setInterval(() => {}, 1000);
      process.once('SIGTERM', () => { process.stdout.write('stopped'); process.exit(0); });
      process.stdout.write('up;');`);
    // The shell keeps running next to the program, like npm's.
    const shell = spawn('sh', ['-c', `"${process.execPath}" "${LAUNCH}" "${program}"; true`], {
      env: { ...process.env, npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let out = '';
    const closed = once(shell.stdout, 'close');
    shell.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out === 'up;') shell.kill('SIGTERM');
    });
    await closed;
    expect(out).toBe('up;stopped');
  });
});
