import { setTimeout as sleep } from 'node:timers/promises';
import { newAttacker } from '../../e2e/fixtures/attacker.ts';
import { ATTACKS, startLongList, WILDCARDS } from '../../e2e/fixtures/attacks.ts';
import { startFakeWeb } from '../../e2e/fixtures/fake-web.ts';
import { startLeadwell } from '../../e2e/fixtures/leadwell-server.ts';
import { startNormalUser } from '../../e2e/fixtures/normal-user.ts';
import { reportFigure } from '../figures.ts';
import { tokenizerMs } from '../tokenizer-time.ts';

/**
 * `npm run bench:abuse`: how much longer the server works for a normal user's slowest request while another account
 * attacks. Exits with 1 if an attack adds more than a second.
 */
const SLOWER_MS = 1000;
const BASELINE_MS = 1500;

const web = await startFakeWeb({ sites: [WILDCARDS] });
const server = await startLeadwell({ dnsServer: web.dnsServer, asInProduction: true });
const normal = await newAttacker(server, web);
// The first lists of anyone fill the cache of the embedded database.
for (let task = 0; task < 3; task++) await startLongList(normal, task);
const user = await startNormalUser({ url: server.url, pid: server.pid, accessToken: normal.token });
try {
  await user.slowest();
  await sleep(BASELINE_MS);
  const baseline = (await user.slowest()).workMs;
  console.log(`${baseline.toFixed(0).padStart(6)} ms  no attack (CPU time of the server's main thread)`);
  let most = 0;
  let failed = 0;
  let slowAttacks = 0;
  for (const [title, attack] of ATTACKS) {
    const attacker = await newAttacker(server, web);
    await user.slowest();
    await attack(attacker);
    const { workMs, ms, failed: statuses } = await user.slowest();
    most = Math.max(most, workMs);
    failed += statuses.length;
    const slow = workMs - baseline >= SLOWER_MS;
    if (slow) slowAttacks += 1;
    console.log(
      `${workMs.toFixed(0).padStart(6)} ms  ${title} (${ms.toFixed(0)} ms passed)${slow ? '  TOO SLOW' : ''}`,
    );
  }
  reportFigure('abuse: slowest request of any attack, CPU time / tokenizer', most / tokenizerMs(), 'lower');
  reportFigure('abuse: attacks that add more than a second', slowAttacks, 'lower');
  reportFigure('abuse: failed requests of the normal user', failed, 'lower');
  if (slowAttacks > 0) process.exitCode = 1;
} finally {
  await user.stop();
  await server.stop();
  await web.close();
}
