import { setTimeout as delay } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import {
  type ReceivedEvent,
  startWebhookReceiver,
  status,
  type WebhookReceiver,
} from '#server/webhooks/test-receiver.ts';
import { type Person, type Reply, until } from './person.ts';
import type { Phase } from './round.ts';

const EVENTS = 200;
const KILLS = 4;
const KILL_WITHIN_MS = 3000;
const LOG_PAUSE_MS = 3000;
const LOG_READS = 30;
const NOT_PUBLIC = 'The address is not on the public internet.';
/** Receivers that get every event in the end. */
const ARRIVING = ['/fine', '/fails', '/busy'] as const;
const PATHS = [...ARRIVING, '/redirects', '/hangs', '/gone', '/private'] as const;
type Path = (typeof PATHS)[number];

/** Resolves to the metadata service of clouds. */
export const TRAP = {
  name: 'metadata-trap.com',
  about: 'resolves to the metadata service of clouds',
  addresses: ['169.254.169.254'],
};

/**
 * Events are written and sent to receivers that fail, ask to wait, redirect, hang, are gone or private. Each one arrives with
 * one ID wherever it can, none at a private address, and a receiver that hangs doesn't hold up the others.
 */
export const webhooks: Phase = async ({ person, killWithin, print }) => {
  const receiver = await startWebhookReceiver();
  try {
    failFirst(receiver, '/fails', status(500));
    failFirst(receiver, '/busy', status(429, { 'retry-after': '1' }));
    receiver.answer('/hangs', () => {});
    receiver.answer('/redirects', status(302, { location: receiver.url('/elsewhere') }));
    receiver.answer('/gone', status(410));
    const hooks = await createHooks(person, receiver);
    const unsigned: string[] = [];
    // At once, because a signature is valid for five minutes.
    receiver.answer('/fine', (response, event) => {
      unsigned.push(...signatureProblem(hooks['/fine'].secret, event));
      response.writeHead(204).end();
    });
    const log = (path: Path) => readLog(person, hooks[path].id);
    const writing = writeEvents(person);
    for (let kill = 0; kill < KILLS; kill += 1) await killWithin(KILL_WITHIN_MS);
    await writing;

    const written = new Set((await log('/fine')).map(({ eventId }) => eventId));
    for (const path of [...ARRIVING, '/redirects'] as const)
      await until(
        async () => idsAt(receiver, path).size,
        (arrived) => arrived === written.size,
        `of ${written.size} events at ${path}`,
      );
    // They are all there while the hanging one still has most before it.
    const untried = (await log('/hangs')).filter(({ tries }) => tries.length === 0).length;
    const delivered = await Promise.all(ARRIVING.map((path) => settled(() => log(path))));
    const tries = await settled(() => log('/private'), 'failed or refused');
    const { webhooks: views } = await person.call('webhooks');
    const disabled = views.filter(({ disabledReason }: Reply) => disabledReason !== null);
    const counts = PATHS.map((path) => `${receiver.at(path).length} at ${path}`).join(', ');
    print(`webhooks: ${written.size} events; requests: ${counts}; ${untried} untried at /hangs`);
    return [
      ...(written.size === EVENTS ? [] : [`${written.size} of ${EVENTS} events were written`]),
      ...ARRIVING.flatMap((path, index) =>
        delivered[index]?.every(({ state }) => state === 'delivered') ? [] : [`${path} isn't delivered`],
      ),
      ...PATHS.flatMap((path) =>
        [...idsAt(receiver, path)].every((id) => written.has(id)) ? [] : [`another ID at ${path}`],
      ),
      ...new Set(unsigned),
      ...(receiver.at('/elsewhere').length === 0 ? [] : ['a redirect was followed']),
      ...(receiver.at('/private').length === 0 ? [] : ['a private address was reached']),
      ...(tries.every((entry) => entry.tries.every(({ problem }) => problem === NOT_PUBLIC))
        ? []
        : ['a private address was tried']),
      ...(untried > EVENTS / 2 ? [] : [`the hanging receiver held up others: ${untried} untried`]),
      ...(disabled.length === 1 && disabled[0].id === hooks['/gone'].id
        ? []
        : ['not only 410 disabled a webhook']),
    ];
  } finally {
    await receiver.close();
  }
};

/** One webhook for each path, on a site of its own. */
async function createHooks(
  person: Person,
  receiver: WebhookReceiver,
): Promise<Readonly<Record<Path, { id: string; secret: string }>>> {
  const made: [Path, { id: string; secret: string }][] = [];
  for (const [index, path] of PATHS.entries()) {
    const here = receiver.url(path).replace('127.0.0.1', `127.0.0.${index + 1}`);
    const url = path === '/private' ? `http://${TRAP.name}/private` : here;
    const { webhook, secret } = await person.call('webhook-create', { url, events: ['list.rows_added'] });
    made.push([path, { id: webhook.id, secret }]);
  }
  return Object.fromEntries(made) as Record<Path, { id: string; secret: string }>;
}

/** Each new row is one event. A repeated request adds nothing, so it is none. */
async function writeEvents(person: Person): Promise<void> {
  const columns = [{ name: 'Number' }];
  const { id } = await person.call('list-create', { name: 'Events', columns, keyColumn: 'Number' });
  for (let n = 0; n < EVENTS; n += 1)
    await person.call('list-add-rows', { id, rows: [{ Number: String(n) }] });
}

interface Logged {
  eventId: string;
  state: string;
  tries: { problem: string | null }[];
}

async function readLog(person: Person, webhook: string): Promise<Logged[]> {
  const found: Logged[] = [];
  for (let after = ''; ; ) {
    const page = await person.call(`webhook-deliveries?webhook=${webhook}&limit=100${after}`);
    found.push(...page.deliveries);
    if (page.next === null) return found;
    after = `&after=${page.next}`;
  }
}

/** Reads a log until every delivery has been tried, and delivered unless it can't be. */
async function settled(read: () => Promise<Logged[]>, how = 'delivered'): Promise<Logged[]> {
  for (let reads = 1; ; reads += 1) {
    const log = await read();
    const isDone = log.every(({ state, tries }) =>
      how === 'delivered' ? state === 'delivered' : tries.length > 0,
    );
    if (isDone || reads >= LOG_READS) return log;
    // Reads of the log are limited.
    await delay(LOG_PAUSE_MS);
  }
}

const idOf = ({ headers }: ReceivedEvent) => String(headers['webhook-id']);

function idsAt(receiver: WebhookReceiver, path: string): Set<string> {
  return new Set(receiver.at(path).map(idOf));
}

/** Answers the first request of each event in one way, and later ones with 204. */
function failFirst(receiver: WebhookReceiver, path: string, how: ReturnType<typeof status>): void {
  const known = new Set<string>();
  receiver.answer(path, (response, event) => {
    if (known.has(idOf(event))) response.writeHead(204).end();
    else how(response);
    known.add(idOf(event));
  });
}

function signatureProblem(secret: string, { headers, body }: ReceivedEvent): string[] {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return [];
  } catch (error) {
    return [`a signature is wrong: ${String(error)}`];
  }
}
