import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from './fixtures/app-test.ts';
import { type AttackedServer, startAttackedServer } from './fixtures/attacked-server.ts';
import { type Attacker, all, KEY, newAttacker } from './fixtures/attacker.ts';
import { ATTACKS, WILDCARDS } from './fixtures/attacks.ts';

/** How much of each attack. `npm run bench:abuse` carries them out in full, and measures what they take. */
const SHARE = 0.1;

test.describe('an account that attacks the server', () => {
  // They send as much as a server takes, so they take as long as it needs.
  test.describe.configure({ timeout: 180_000 });
  let attacked: AttackedServer;

  test.beforeAll(async () => {
    attacked = await startAttackedServer([WILDCARDS]);
  });

  test.afterAll(() => attacked.close());

  for (const [title, attack] of ATTACKS) {
    test(`doesn't stop others: ${title}`, async () => {
      const attacker = await newAttacker(attacked.server, attacked.web, SHARE);
      await attacked.attack(() => attack(attacker));
    });
  }

  test("doesn't stop others: uploads that never end", async () => {
    const { server, web } = attacked;
    const attacker = await newAttacker(server, web);
    const sockets = await all(10, () => openUpload(attacker));
    try {
      const honest = await newAttacker(server, web);
      // Together more than 1 MB, so the server counts it as a large one.
      const note = 'x'.repeat(600);
      const rows = Array.from(
        { length: 2000 },
        (_, index) => `jane${index}@missing-${index}.example,${note}`,
      );
      const status = await honest.call(
        'csv-extraction',
        { csv_content: `Email,Note\n${rows.join('\n')}` },
        { Prefer: 'respond-async' },
      );
      expect(status).toBe(202);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  });
});

/** Declares a body of 70 MB and sends only its start. */
async function openUpload({ server, token }: Attacker): Promise<Socket> {
  const { hostname, port, host } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(
    `POST /functions/v1/csv-extraction HTTP/1.1\r\nHost: ${host}\r\napikey: ${KEY.apikey}\r\n` +
      `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 70000000\r\n\r\n{"csv`,
  );
  await sleep(20);
  return socket;
}
