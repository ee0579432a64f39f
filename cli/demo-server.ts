import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `npm run demo` in a process of its own, on a free port and a new data folder. */
export interface DemoServer {
  url: string;
  email: string;
  password: string;
  close(): Promise<void>;
}

/** Starts it. Throws if it ends before it listens. */
export async function startDemoServer(): Promise<DemoServer> {
  const folder = mkdtempSync(join(tmpdir(), 'leadwell-demo-'));
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'launch.mjs'), join(import.meta.dirname, 'demo.ts')],
    {
      // The demo keeps its data below the working folder.
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: '0',
        PUBLIC_URL: '',
        LOG_LEVEL: 'warn',
        PORT_25_TEST: '0',
      },
    },
  );
  const exited = once(child, 'exit');
  let output = '';
  const started = await new Promise<Omit<DemoServer, 'close'>>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [, url, email, password] =
        /Leadwell demo: (\S+)\/login\s+email: (\S+)\s+password: (\S+)/.exec(output) ?? [];
      if (url && email && password) resolve({ url, email, password });
    });
    void exited.then(() => reject(new Error('The demo server ended before it listened.')));
  });
  return {
    ...started,
    async close() {
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
