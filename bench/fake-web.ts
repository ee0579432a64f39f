import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The fake web in a separate process, so that its work isn't measured. */
export interface FakeWebProcess {
  /** host:port, for DNS_SERVERS */
  dnsServer: string;
  /** port of all its web servers */
  port: number;
  stop(): Promise<void>;
}

/** Starts the fake web with `sites` generated sites that respond after `delayMs`. */
export async function startFakeWebProcess(sites: number, delayMs = 0): Promise<FakeWebProcess> {
  const script = fileURLToPath(new URL('../e2e/fixtures/serve-fake-web.ts', import.meta.url));
  const args = ['--generated', String(sites), '--delay', String(delayMs)];
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  let dnsServer = '';
  for await (const line of createInterface({ input: child.stdout })) {
    dnsServer ||= /DNS_SERVERS=(\S+)/.exec(line)?.[1] ?? '';
    const port = /firm-0\.com:(\d+)/.exec(line)?.[1];
    if (!port) continue;
    return {
      dnsServer,
      port: Number(port),
      stop: async () => {
        child.kill();
        await exited;
      },
    };
  }
  throw new Error('The fake web did not start.');
}
