import dns from 'node:dns';
import net from 'node:net';
import { readTold, tell, type Word } from './contender.ts';

/**
 * A peer as its users call it, one address after the other. Peers ask the system's DNS and connect to port 25; here both
 * lead into the mail world. Their packages are installed by the bench only, so the type check must not need them.
 */
const { dnsServer, port, addresses = [] } = readTold();
const [, , , name = ''] = process.argv;

dns.setServers([dnsServer]);
const connect = net.connect;
/** net.connect(25, host) of the peers -> the mail world's port, the host looked up in its DNS. */
function intoTheMailWorld(_port: number, host: string): net.Socket {
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
Object.assign(net, { connect: intoTheMailWorld, createConnection: intoTheMailWorld });

interface DeepEmailValidator {
  validate(options: { email: string; sender: string; validateTypo: boolean }): Promise<{ valid: boolean }>;
}
interface EmailDeepValidator {
  default: new () => {
    verify(address: string): Promise<{ validDomain: boolean | null; validMailbox: boolean | null }>;
  };
}

const PEERS: Record<string, () => Promise<(address: string) => Promise<Word>>> = {
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
if (!peer) throw new Error(`no peer "${name}"`);
const verify = await peer();
const words: Word[] = [];
const start = performance.now();
for (const address of addresses) words.push(await verify(address));
tell({ words, ms: performance.now() - start });
process.exit(0);
