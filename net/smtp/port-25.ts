import type { MailHost, MailHosts } from '../mail-hosts.ts';
import { SmtpConnection } from './smtp-connection.ts';
import { createSmtpDial, type SmtpDialOptions } from './smtp-dial.ts';
import { SmtpFault } from './smtp-fault.ts';

/**
 * Whether mail servers can be reached from here:
 * - open: one of them answered
 * - blocked: their names are known, but none could be connected to: the network lets nothing out to port 25
 * - undecided: not even their names could be looked up, so this may be any trouble
 */
export type Port25State = 'open' | 'blocked' | 'undecided';

export interface Port25Report {
  state: Port25State;
  /** the mail host that answered */
  answeredBy: string | null;
  /** mail hosts that did not */
  silent: string[];
}

export interface Port25Options extends SmtpDialOptions {
  hosts: MailHosts;
  /** large providers, whose servers answer everybody */
  domains?: readonly string[];
  limitMs?: number;
}

const DOMAINS = ['gmail.com', 'outlook.com', 'yahoo.com', 'icloud.com'];
const LIMIT_MS = 10_000;

/**
 * Connects to the mail servers of large providers, one after the other, until one says anything in SMTP: a refusal shows as
 * well as a welcome that port 25 is open. Says QUIT and nothing else. Never throws.
 */
export async function testPort25(options: Port25Options): Promise<Port25Report> {
  const dial = createSmtpDial(options);
  const limitMs = options.limitMs ?? LIMIT_MS;
  const silent: string[] = [];

  async function answers({ addresses: [address = ''] }: MailHost): Promise<boolean> {
    let connection: SmtpConnection;
    try {
      connection = new SmtpConnection(await dial(address, limitMs));
    } catch {
      return false;
    }
    const answered = await connection.greeting(limitMs).then(
      () => true,
      // Some networks answer for everybody at port 25, and not in SMTP; a server that hangs up was reached.
      (fault: unknown) => fault instanceof SmtpFault && fault.kind === 'closed',
    );
    await connection.quit();
    return answered;
  }

  for (const domain of options.domains ?? DOMAINS) {
    const route = await options.hosts.find(domain);
    if (!route.ok) continue;
    const [best] = route.hosts;
    if (await answers(best)) return { state: 'open', answeredBy: best.name, silent };
    silent.push(best.name);
  }
  return { state: silent.length > 0 ? 'blocked' : 'undecided', answeredBy: null, silent };
}
