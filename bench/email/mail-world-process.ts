import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The fourteen behaviours, or generated firms. */
export type WorldOrder =
  | { bannerDelayMs: number }
  | { firms: number; people: number; seed: number; replyDelayMs: number };

/** Where a mail world is. */
export interface WorldAddress {
  dnsServer: string;
  port: number;
}

/** What the servers and the DNS of one domain saw. */
export interface DomainReport {
  domain: string;
  mxQueries: number;
  connections: number;
  maxOpen: number;
  data: number;
  /** most refusals in one session */
  maxRefusals: number;
  /** random mailboxes asked about */
  probes: number;
}

/** A mail world in a process of its own, so that it does not count as work of the measured one. */
export interface MailWorldProcess extends WorldAddress {
  report(): Promise<DomainReport[]>;
  stop(): Promise<void>;
}

export async function startMailWorldProcess(order: WorldOrder): Promise<MailWorldProcess> {
  const script = fileURLToPath(new URL('./serve-mail-world.ts', import.meta.url));
  const child = fork(script, [JSON.stringify(order)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [address] = (await once(child, 'message')) as [WorldAddress];
  return {
    ...address,
    async report() {
      child.send('report');
      const [reported] = (await once(child, 'message')) as [DomainReport[]];
      return reported;
    },
    async stop() {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}
