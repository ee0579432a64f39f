import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The fourteen behaviors, or generated firms. */
export type WorldOptions =
  | { bannerDelayMs: number }
  | { firms: number; people: number; seed: number; replyDelayMs: number };

/** The address of a mail world. */
export interface WorldAddress {
  dnsServer: string;
  port: number;
}

/** What the servers and the DNS of a domain recorded. */
export interface DomainReport {
  domain: string;
  mxQueries: number;
  connections: number;
  maxOpen: number;
  data: number;
  /** most refusals in one session */
  maxRefusals: number;
  /** random mailboxes probed */
  probes: number;
}

/** A mail world in a separate process, so that its work isn't measured. */
export interface MailWorldProcess extends WorldAddress {
  report(): Promise<DomainReport[]>;
  stop(): Promise<void>;
}

export async function startMailWorldProcess(options: WorldOptions): Promise<MailWorldProcess> {
  const script = fileURLToPath(new URL('./serve-mail-world.ts', import.meta.url));
  const child = fork(script, [JSON.stringify(options)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [address] = (await once(child, 'message')) as [WorldAddress];
  return {
    ...address,
    async report() {
      child.send('report');
      const [reports] = (await once(child, 'message')) as [DomainReport[]];
      return reports;
    },
    async stop() {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}
