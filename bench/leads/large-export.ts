import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import { AccountView } from '../../contract/account.ts';
import { LeadCount } from '../../contract/leads.ts';
import { MONTHLY_EXPORT_CAP_LEADS } from '../../contract/limits.ts';
import { startLeadwell } from '../../e2e/fixtures/leadwell-server.ts';
import { runOnServer } from '../../server/operator/socket.ts';
import { type ExportResult, startReader } from './export-reader.ts';
import { cpuSeconds, findChild, watchMemory } from './process-memory.ts';

const STOP_AFTER_BYTES = 5_000_000;
const SLOW_BYTES_PER_SECOND = 2_000_000;
const SLOW_BYTES = 16_000_000;

/**
 * Exports about half a million leads from `dataDir` with a real server. Measures the memory of the server and
 * the engine, the time to the first byte, a client that disconnects, a slow client, and two exports that
 * compete for the monthly limit.
 */
export async function measureLargeExport(
  dataDir: string,
  check: (expectation: string, passed: boolean) => void,
): Promise<void> {
  const server = await startLeadwell({
    dataDir,
    asInProduction: true,
    env: { LOG_LEVEL: 'warn', WORKER: 'none' },
  });
  const url = `${server.url}/functions/v1/sales-navigator-lead-export`;
  const readers = [startReader(), startReader()] as const;
  let accounts = 0;
  async function createAccount() {
    accounts += 1;
    const email = `large${accounts}@example.com`;
    const client = createClient(server.url, 'leadwell-public', {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    const { data } = await client.auth.signUp({ email, password: 'correct horse battery' });
    const token = data.session?.access_token ?? '';
    await runOnServer(dataDir, 'users-upgrade', { email }, { row: () => {}, note: () => {} });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return {
      token,
      async count(filters: object): Promise<number> {
        const response = await fetch(url, {
          method: 'POST',
          headers,
          body: JSON.stringify({ action: 'count', filters }),
        });
        return LeadCount.parse(await response.json()).count;
      },
      async exported(): Promise<number> {
        const response = await fetch(`${server.url}/functions/v1/account`, { headers });
        return AccountView.parse(await response.json()).monthlyExports;
      },
    };
  }
  try {
    const first = await createAccount();
    // Finds the largest search within the monthly limit.
    let filters: object = {};
    let leads = 0;
    for (let most = 500; most > 0; most -= 10) {
      filters = {
        jobTitle: { include: ['sales'], exclude: [] },
        linkedinConnections: { min: '0', max: String(most) },
      };
      leads = await first.count(filters);
      if (leads <= MONTHLY_EXPORT_CAP_LEADS) break;
    }
    const engine = findChild(server.pid, 'engine-process');
    const memory = watchMemory({ server: server.pid, engine });
    const before = memory.now();
    console.log(
      `\nexport of ${leads.toLocaleString('en-US')} leads by the server, memory before: ${mb(before)}`,
    );
    const full = await readers[0].read({ url, token: first.token, filters, countRows: true });
    report('full speed', full);
    const after = memory.peak();
    console.log(`  peak memory: ${mb(after)}`);
    check('every lead is in the file', full.rows === leads + 1 && (await first.exported()) === leads);
    check('first byte in under 1 s', full.firstMs < 1000);

    const aborter = await createAccount();
    const aborted = await readers[0].read({
      url,
      token: aborter.token,
      filters,
      stopAfterBytes: STOP_AFTER_BYTES,
      countRows: true,
    });
    await wait(300);
    const used = cpuSeconds(engine);
    await wait(1000);
    const idle = cpuSeconds(engine) - used;
    const charged = await aborter.exported();
    report('disconnected after 5 MB', aborted);
    console.log(
      `  charged ${charged.toLocaleString('en-US')} leads; the engine uses ${idle.toFixed(2)} s of CPU in the next second`,
    );
    check(
      'only sent leads are charged after a disconnect',
      charged >= aborted.rows - 1 && charged < aborted.rows + 20_000,
    );
    check('the engine stops', idle < 0.2);

    const slowAccount = await createAccount();
    const slow = readers[0].read({
      url,
      token: slowAccount.token,
      filters,
      bytesPerSecond: SLOW_BYTES_PER_SECOND,
      stopAfterBytes: SLOW_BYTES,
      countRows: true,
    });
    const searches: number[] = [];
    const reading = slow.then(() => true);
    while (!(await Promise.race([reading, wait(200).then(() => false)]))) {
      const startedAt = performance.now();
      await first.count({ jobTitle: { include: ['legal'], exclude: [] }, hasEmail: true });
      searches.push(performance.now() - startedAt);
    }
    report('2 MB per second', await slow);
    console.log(
      `  slowest search meanwhile: ${Math.max(...searches).toFixed(0)} ms; peak memory: ${mb(memory.peak())}`,
    );

    const racer = await createAccount();
    const both = await Promise.all(
      readers.map((reader) => reader.read({ url, token: racer.token, filters })),
    );
    const statuses = both.map(({ status }) => status).sort();
    const counted = await racer.exported();
    console.log(`two at once: ${statuses.join(' and ')}, charged ${counted.toLocaleString('en-US')}`);
    if (leads * 2 > MONTHLY_EXPORT_CAP_LEADS) {
      check('only one of two competing exports succeeds', statuses.join() === '200,402' && counted === leads);
    }
    memory.stop();
  } finally {
    for (const reader of readers) reader.stop();
    await server.stop();
  }
}

function report(label: string, result: ExportResult): void {
  const { rows, bytes, firstMs, ms } = result;
  console.log(
    `  ${label}: ${rows.toLocaleString('en-US')} rows, ${(bytes / 1e6).toFixed(1)} MB, first byte ${firstMs.toFixed(0)} ms, ${(ms / 1000).toFixed(1)} s`,
  );
}

function mb(memory: Record<string, number>): string {
  return Object.entries(memory)
    .map(([name, value]) => `${name} ${value} MB`)
    .join(', ');
}
