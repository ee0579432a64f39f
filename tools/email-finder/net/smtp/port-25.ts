import { type MailHosts, oneOfEachFamily } from '../mail-hosts.ts';
import { SmtpConnection } from './smtp-connection.ts';
import { createSmtpDial, type SmtpDialOptions } from './smtp-dial.ts';
import { SmtpFault } from './smtp-fault.ts';

/**
 * Whether mail servers are reachable from this machine:
 * - open: a server responded
 * - blocked: their names resolve but no connection succeeds, so the network blocks outgoing port 25
 * - undecided: their names don't resolve, so the network may have any problem
 */
export type Port25State = 'open' | 'blocked' | 'undecided';

export interface Port25Report {
  state: Port25State;
  /** the mail host that responded */
  answeredBy: string | null;
  /** mail hosts that didn't respond */
  silent: string[];
}

export interface Port25Options extends SmtpDialOptions {
  hosts: MailHosts;
  /** domains of large providers, whose servers respond to everyone */
  domains?: readonly string[];
  limitMs?: number;
}

const DOMAINS = ['gmail.com', 'outlook.com', 'yahoo.com', 'icloud.com'];
const LIMIT_MS = 10_000;

/**
 * Connects to the mail servers of large providers, one at a time, until one sends any SMTP reply; a refusal
 * also proves that port 25 is open. Sends only QUIT. Never throws.
 */
export async function testPort25(options: Port25Options): Promise<Port25Report> {
  const dial = createSmtpDial(options);
  const limitMs = options.limitMs ?? LIMIT_MS;
  const silent: string[] = [];

  async function responds(address: string): Promise<boolean> {
    let connection: SmtpConnection;
    try {
      connection = new SmtpConnection(await dial(address, limitMs));
    } catch {
      return false;
    }
    const responded = await connection.greeting(limitMs).then(
      () => true,
      // Some networks intercept port 25 without speaking SMTP. A server that hangs up was reached.
      (fault: unknown) => fault instanceof SmtpFault && fault.kind === 'closed',
    );
    await connection.quit();
    return responded;
  }

  for (const domain of options.domains ?? DOMAINS) {
    const route = await options.hosts.find(domain);
    if (!route.ok) continue;
    const [best] = route.hosts;
    // A machine may have one family only.
    for (const address of oneOfEachFamily(best.addresses))
      if (await responds(address)) return { state: 'open', answeredBy: best.name, silent };
    silent.push(best.name);
  }
  return { state: silent.length > 0 ? 'blocked' : 'undecided', answeredBy: null, silent };
}
