import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { createApp } from '../../server/app.ts';
import { send, signUp } from '../../server/auth/test-requests.ts';
import { openPGlite } from '../../server/platform/database/db.ts';
import { prepareDataFolder } from '../../server/platform/database/test-data-folder.ts';
import { createLog } from '../../server/platform/log.ts';
import { createWarehouse } from '../../server/platform/warehouse/warehouse.ts';
import { makeTestDeps } from '../../server/test-deps.ts';
import { findChild, residentMb } from '../leads/process-memory.ts';
import { CATEGORIES, CITIES, cityPlace, writeGenerated } from './generated-places.ts';

/**
 * `npm run bench:places [-- --rows 10000000 --kill-after 60]`: imports generated places with `leadwell places import`, which is
 * killed once and runs again, and measures count, page and map with each filter through our HTTP API.
 */
const { values: flags } = parseArgs({
  args: process.argv.slice(2),
  options: {
    rows: { type: 'string', default: '10000000' },
    'kill-after': { type: 'string', default: '60' },
  },
});
const rows = Number(flags.rows);
const FILES = 4;
const REPEATS = 20;
const LIMIT_MS = 150;
const LIMIT_SECONDS = (15 * 60 * rows) / 10_000_000;
const LIMIT_MB = 3000;
let failed = false;

const folder = mkdtempSync(join(tmpdir(), 'leadwell-bench-places-'));
const dataDir = join(folder, 'data');
try {
  await prepareDataFolder(dataDir);
  await measureImport(await writeFiles());
  await measureSearches();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;

function check(expectation: string, passed: boolean): void {
  if (!passed) failed = true;
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${expectation}`);
}

async function writeFiles(): Promise<string[]> {
  const log = createLog('silent');
  const warehouse = createWarehouse({ url: undefined, engine: { folder: join(folder, 'writer'), log }, log });
  const each = Math.ceil(rows / FILES);
  const paths = Array.from({ length: FILES }, (_, index) => join(folder, `places-${index}.parquet`));
  for (const [index, path] of paths.entries())
    await writeGenerated(warehouse, path, { from: index * each, rows: Math.min(each, rows - index * each) });
  await warehouse.close();
  const size = Math.round(paths.reduce((sum, path) => sum + statSync(path).size, 0) / 1e6);
  console.log(`${rows.toLocaleString('en-US')} places in ${FILES} files, ${size} MB`);
  return paths;
}

/** The time and memory of the import, which is killed once. */
async function measureImport(paths: readonly string[]): Promise<void> {
  let peak = 0;
  let output = '';
  const run = async (killAfterMs: number): Promise<number> => {
    const began = performance.now();
    const child = spawn(process.execPath, ['cli/leadwell.mjs', 'places', 'import', ...paths], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DATA_DIR: dataDir },
    });
    output = '';
    child.stdout.on('data', (text: Buffer) => (output += text.toString()));
    child.stderr.on('data', (text: Buffer) => process.stderr.write(text));
    const pid = child.pid ?? 0;
    const timer = setInterval(() => {
      const engine = findChild(pid, 'engine-process');
      peak = Math.max(peak, residentMb(pid) + (engine ? residentMb(engine) : 0));
      if (performance.now() - began > killAfterMs) child.kill('SIGKILL');
    }, 200);
    await new Promise((resolve) => child.once('exit', resolve));
    clearInterval(timer);
    return (performance.now() - began) / 1000;
  };
  const first = await run(Number(flags['kill-after']) * 1000);
  await delay(1000);
  const second = await run(Number.POSITIVE_INFINITY);
  console.log(output.trim());
  console.log(
    `import: killed after ${first.toFixed(0)} s, then ${second.toFixed(0)} s; peak memory of leadwell and engine ${peak} MB`,
  );
  const report = z
    .object({ places: z.number(), resumedParts: z.number() })
    .safeParse(JSON.parse(output.trim().split('\n').at(-1) || '{}'));
  check('every place is imported', report.data?.places === rows);
  if (report.data?.places !== rows) throw new Error('Without the places, there is nothing to search.');
  check('the second try goes on with what the first one loaded', report.data.resumedParts > 0);
  check(`both together in under ${LIMIT_SECONDS.toFixed(0)} s`, first + second < LIMIT_SECONDS);
  check(`in under ${LIMIT_MB} MB`, peak < LIMIT_MB);
}

async function measureSearches(): Promise<void> {
  const database = await openPGlite({ dataDir: join(dataDir, 'db') });
  const deps = makeTestDeps(database, { environment: { DATA_DIR: dataDir } });
  const app = createApp(deps);
  const users = await Promise.all(
    Array.from({ length: 30 }, (_, index) => signUp(app, `user${index}@example.com`)),
  );
  let calls = 0;
  const call = async (body: object) => {
    calls += 1;
    const token = users[calls % users.length]?.access_token ?? '';
    const response = await send(app, '/functions/v1/local-business-export', { token, body });
    if (response.status !== 200) throw new Error(await response.text());
    return response.json();
  };
  const Place = z.object({ latitude: z.number(), longitude: z.number() });
  const places = await Promise.all(
    Array.from({ length: REPEATS + 1 }, async (_, index) => {
      const [place] = await deps.warehouse.rows(cityPlace(index * 7), Place);
      return place ?? { latitude: 0, longitude: 0 };
    }),
  );
  const near = (index: number, kilometers: number) => ({ near: { ...places[index], kilometers } });
  const category = (index: number) => `category_${(index * 53) % CATEGORIES}`;
  const FILTERS: Record<string, (index: number) => object> = {
    category: (index) => ({ includeCategories: [category(index)] }),
    'category of the top level': (index) => ({ includeCategories: [`level1_${index % 12}`] }),
    '20 categories': (index) => ({
      includeCategories: Array.from({ length: 20 }, (_, more) => category(index + more)),
    }),
    'excluded category': (index) => ({ excludeCategories: [category(index)] }),
    word: (index) => ({ includeKeywords: [`${index * 991}`] }),
    'frequent word': () => ({ includeKeywords: ['cafe'] }),
    'start of one word': (index) => ({ includeKeywords: [`${['serv', 'shop', 'caf', 'bran'][index % 4]}*`] }),
    'start of a word': (index) => ({ includeKeywords: [`category ${index}*`] }),
    name: (index) => ({ includeCompanies: [`business ${index * 991}`] }),
    country: (index) => ({ includeCountries: [['DE', 'US', 'FR'][index % 3]] }),
    region: (index) => ({ includeRegions: [`R${index % 16}`] }),
    city: (index) => ({ includeCities: [`City ${(index * 31) % CITIES}`] }),
    'postal code': (index) => ({ includePostcodes: [String(index * 17).padStart(5, '0')] }),
    'start of a postal code': (index) => ({ includePostcodes: [String(10 + index)] }),
    'words of a place': (index) => ({ includePlaces: [`city ${index * 31}`] }),
    domain: (index) => ({ includeDomains: [`business${index * 1000}.example`] }),
    'has phone': () => ({ hasPhone: true }),
    'has website and email': () => ({ hasWebsite: true, hasEmail: true }),
    chain: () => ({ chain: true }),
    independent: () => ({ chain: false }),
    open: () => ({ open: true }),
    'radius of 5 km': (index) => near(index, 5),
    'radius of 50 km': (index) => near(index, 50),
    'radius of 500 km': (index) => near(index, 500),
    'category in a radius': (index) => ({ ...near(index, 25), includeCategories: [category(index)] }),
    'category, country, website, open': (index) => ({
      includeCategories: [category(index)],
      includeCountries: ['DE'],
      hasWebsite: true,
      open: true,
    }),
  };
  console.log(`\np95 of ${REPEATS} searches in ms: count, page, map`);
  for (const [name, filtersOf] of Object.entries(FILTERS)) {
    const times: number[] = [];
    for (const action of ['count', 'search', 'map']) {
      const ms: number[] = [];
      for (let index = 0; index <= REPEATS; index += 1) {
        const began = performance.now();
        await call({ action, filters: filtersOf(index) });
        // The first one isn't measured.
        if (index > 0) ms.push(performance.now() - began);
      }
      times.push(ms.sort((a, b) => a - b)[Math.ceil(REPEATS * 0.95) - 1] ?? Number.NaN);
    }
    console.log(`  ${name.padEnd(34)} ${times.map((ms) => ms.toFixed(0).padStart(6)).join('')}`);
    check(`${name}: count in under ${LIMIT_MS} ms`, (times[0] ?? Infinity) < LIMIT_MS);
  }
  await deps.close();
}
