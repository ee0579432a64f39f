import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import { AccountView } from '../../contract/account.ts';
import { LeadCount } from '../../contract/leads.ts';
import { MONTHLY_EXPORT_CAP_LEADS } from '../../contract/limits.ts';
import { startLeadwell } from '../../e2e/fixtures/leadwell-server.ts';
import { runOnServer } from '../../server/operator/socket.ts';
import { type ExportReceipt, startReader } from './export-reader.ts';
import { childOf, cpuSeconds, watchMemory } from './process-memory.ts';

const STOP_AFTER_BYTES = 5_000_000;
const SLOW_BYTES_PER_SECOND = 2_000_000;
const SLOW_BYTES = 16_000_000;

/**
 * An export of about half a million leads by the server as people start it, over the leads that lie in `dataDir`: its memory and the
 * engine's, when the first byte comes, what a reader that goes away costs, and two exports that race for the month's last leads.
 */
export async function measureLargeExport(
  dataDir: string,
  verdict: (what: string, holds: boolean) => void,
): Promise<void> {
  const server = await startLeadwell({ dataDir, env: { LOG_LEVEL: 'warn', WORKER: 'none' } });
  const url = `${server.url}/functions/v1/sales-navigator-lead-export`;
  const readers = [startReader(), startReader()] as const;
  let people = 0;
  async function person() {
    people += 1;
    const email = `large${people}@example.com`;
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
    const first = await person();
    // The most that one month allows, or what there is.
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
    const engine = childOf(server.pid, 'engine-process');
    const memory = watchMemory({ server: server.pid, engine });
    const before = memory.now();
    console.log(`\nexport of ${leads.toLocaleString('en-US')} leads by the server, before: ${mb(before)}`);
    const whole = await readers[0].read({ url, token: first.token, filters, countRows: true });
    told('read as fast as it comes', whole);
    const after = memory.peak();
    console.log(`  at most: ${mb(after)}`);
    verdict('every lead is in the file', whole.rows === leads + 1 && (await first.exported()) === leads);
    verdict('first byte under 1 s', whole.firstMs < 1000);

    const hasty = await person();
    const left = await readers[0].read({
      url,
      token: hasty.token,
      filters,
      stopAfterBytes: STOP_AFTER_BYTES,
      countRows: true,
    });
    await wait(300);
    const used = cpuSeconds(engine);
    await wait(1000);
    const idle = cpuSeconds(engine) - used;
    const charged = await hasty.exported();
    told('gone after 5 MB', left);
    console.log(
      `  charged ${charged.toLocaleString('en-US')} leads; the engine works ${idle.toFixed(2)} s in the second after`,
    );
    verdict('who goes away pays what was sent', charged >= left.rows - 1 && charged < left.rows + 20_000);
    verdict('the engine stops', idle < 0.2);

    const patient = await person();
    const slow = readers[0].read({
      url,
      token: patient.token,
      filters,
      bytesPerSecond: SLOW_BYTES_PER_SECOND,
      stopAfterBytes: SLOW_BYTES,
      countRows: true,
    });
    const searches: number[] = [];
    const reading = slow.then(() => true);
    while (!(await Promise.race([reading, wait(200).then(() => false)]))) {
      const began = performance.now();
      await first.count({ jobTitle: { include: ['legal'], exclude: [] }, hasEmail: true });
      searches.push(performance.now() - began);
    }
    told('read at 2 MB a second', await slow);
    console.log(
      `  a search meanwhile takes at most ${Math.max(...searches).toFixed(0)} ms; at most: ${mb(memory.peak())}`,
    );

    const racer = await person();
    const both = await Promise.all(
      readers.map((reader) => reader.read({ url, token: racer.token, filters })),
    );
    const statuses = both.map(({ status }) => status).sort();
    const counted = await racer.exported();
    console.log(`two at once: ${statuses.join(' and ')}, counted ${counted.toLocaleString('en-US')}`);
    if (leads * 2 > MONTHLY_EXPORT_CAP_LEADS) {
      verdict('of two that race for the month one is', statuses.join() === '200,402' && counted === leads);
    }
    memory.stop();
  } finally {
    for (const reader of readers) reader.stop();
    await server.stop();
  }
}

function told(what: string, receipt: ExportReceipt): void {
  const { rows, bytes, firstMs, ms } = receipt;
  console.log(
    `  ${what}: ${rows.toLocaleString('en-US')} rows, ${(bytes / 1e6).toFixed(1)} MB, first byte ${firstMs.toFixed(0)} ms, ${(ms / 1000).toFixed(1)} s`,
  );
}

function mb(memory: Record<string, number>): string {
  return Object.entries(memory)
    .map(([name, value]) => `${name} ${value} MB`)
    .join(', ');
}
