import dns from 'node:dns';
import net from 'node:net';
import { readInput, type Verdict, writeResult } from './contender.ts';

/**
 * Runs a peer the way its users do, one address at a time. Redirects its DNS queries and its connections to
 * port 25 to the mail world. Only the benchmark installs the peers, so type checks must not depend on them.
 */
const { dnsServer, port, addresses = [] } = readInput();
const [, , , name = ''] = process.argv;

dns.setServers([dnsServer]);
const connect = net.connect;
/** Redirects net.connect(25, host) to the mail world's port and resolves the host with its DNS. */
function connectToMailWorld(_port: number, host: string): net.Socket {
  return connect({
    port,
    host,
    lookup: (hostname, options, callback) => {
      dns.resolve4(hostname, (error, [address = ''] = []) => {
        if (error) callback(error, '', 4);
        else if (options.all) callback(null, [{ address, family: 4 }]);
        else callback(null, address, 4);
      });
    },
  });
}
Object.assign(net, { connect: connectToMailWorld, createConnection: connectToMailWorld });

interface DeepEmailValidator {
  validate(options: { email: string; sender: string; validateTypo: boolean }): Promise<{ valid: boolean }>;
}
interface EmailDeepValidator {
  default: new () => {
    verify(address: string): Promise<{ validDomain: boolean | null; validMailbox: boolean | null }>;
  };
}

const PEERS: Record<string, () => Promise<(address: string) => Promise<Verdict>>> = {
  'deep-email-validator': async () => {
    const { validate } = (await import(name)) as DeepEmailValidator;
    return async (email) => {
      const { valid } = await validate({ email, sender: 'verify@leadwell.test', validateTypo: false });
      return valid ? 'deliverable' : 'undeliverable';
    };
  },
  'email-deep-validator': async () => {
    const { default: Validator } = (await import(name)) as EmailDeepValidator;
    const validator = new Validator();
    return async (address) => {
      const { validDomain, validMailbox } = await validator.verify(address);
      if (validMailbox === null) return validDomain === false ? 'undeliverable' : 'unknown';
      return validMailbox ? 'deliverable' : 'undeliverable';
    };
  },
};

const peer = PEERS[name];
if (!peer) throw new Error(`unknown peer "${name}"`);
const verify = await peer();
const verdicts: Verdict[] = [];
const start = performance.now();
for (const address of addresses) verdicts.push(await verify(address));
writeResult({ verdicts, ms: performance.now() - start });
process.exit(0);
