import { spawn } from 'node:child_process';
import { createWriteStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { prepareDataFolder } from '../../server/platform/database/test-data-folder.ts';
import { findChild, watchMemory } from './process-memory.ts';

/** The columns of an Apollo export, in its order. */
const HEADER =
  'First Name,Last Name,Title,Company Name,Company Name for Emails,Email,Email Status,Primary Email Source,Primary Email Verification Source,Email Confidence,Primary Email Catch-all Status,Primary Email Last Verified At,Seniority,Departments,Sub Departments,Contact Owner,Work Direct Phone,Home Phone,Mobile Phone,Corporate Phone,Other Phone,Do Not Call,Stage,Lists,Last Contacted,Account Owner,# Employees,Industry,Keywords,Person Linkedin Url,Website,Company Linkedin Url,Facebook Url,Twitter Url,Address,City,State,Country,Company Address,Company City,Company State,Company Country,Company Phone,Technologies,Annual Revenue,Total Funding,Latest Funding,Latest Funding Amount,Last Raised At,Email Sent,Email Open,Email Bounced,Replied,Demoed,Number of Retail Locations,Apollo Contact Id,Apollo Account Id,Secondary Email,Secondary Email Source,Tertiary Email'.split(
    ',',
  );
const TITLES = [
  'Head of Sales',
  'VP Marketing',
  'Chief Financial Officer',
  'Software Engineer',
  'Director, People',
];
const BATCH_ROWS = 2000;

function row(index: number): string {
  const firm = index % 90_000;
  const values: Record<string, string> = {
    'First Name': `Ada${index % 977}`,
    'Last Name': `Byron${index}`,
    Title: `"${TITLES[index % TITLES.length]} ${index % 4001}"`,
    'Company Name': `Company ${firm}`,
    'Company Name for Emails': `Company ${firm}`,
    Email: index % 10 < 7 ? `ada.byron${index}@company${firm}.example` : 'email_not_unlocked@domain.com',
    'Email Status': 'Verified',
    Seniority: ['Director', 'C suite', 'Vp', 'Manager'][index % 4] ?? '',
    Departments: '"Sales, Marketing"',
    'Work Direct Phone': index % 3 === 0 ? `'+1 202 555 ${String(index % 10_000).padStart(4, '0')}` : '',
    'Corporate Phone': `'+1 202 556 ${String(firm % 10_000).padStart(4, '0')}`,
    '# Employees': String((firm * 7) % 20_000),
    Industry: `industry ${index % 147}`,
    Keywords: `"software, crm, sales automation, analytics, keyword ${index % 5000}, services, cloud"`,
    'Person Linkedin Url': `http://www.linkedin.example/in/ada-byron-${index}`,
    Website: `http://www.company${firm}.example`,
    'Company Linkedin Url': `http://www.linkedin.example/company/company-${firm}`,
    City: `City ${index % 900}`,
    State: `State ${index % 60}`,
    Country: `Country ${index % 190}`,
    'Company Address': `"${index % 999} Main Street, City ${firm % 900}, Country ${firm % 190}"`,
    Technologies: '"Gmail, Google Apps, Microsoft Office 365, Hubspot, Salesforce, Stripe, Slack, WordPress"',
    'Annual Revenue': String(firm * 1000),
    'Apollo Contact Id': index.toString(16).padStart(24, '0'),
    'Apollo Account Id': firm.toString(16).padStart(24, '0'),
  };
  return HEADER.map((name) => values[name] ?? '').join(',');
}

async function writeFile(path: string, rows: number): Promise<void> {
  await pipeline(
    Readable.from(
      (function* () {
        yield `${HEADER.join(',')}\n`;
        for (let from = 0; from < rows; from += BATCH_ROWS) {
          const batch = Array.from({ length: Math.min(BATCH_ROWS, rows - from) }, (_, index) =>
            row(from + index),
          );
          yield `${batch.join('\n')}\n`;
        }
      })(),
    ),
    createWriteStream(path),
  );
}

/** Measures the time and memory of `leadwell leads import` for a generated Apollo export. */
export async function measureImport(
  folder: string,
  rows: number,
  check: (expectation: string, passed: boolean) => void,
): Promise<void> {
  const file = join(folder, 'apollo.csv');
  await writeFile(file, rows);
  const leadwell = (...args: string[]) =>
    spawn(process.execPath, ['cli/leadwell.mjs', 'leads', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DATA_DIR: join(folder, 'import') },
    });
  // Creating the data folder takes seconds and more memory than an import.
  await prepareDataFolder(join(folder, 'import'));
  const began = performance.now();
  const importing = leadwell('import', file, '-d', 'apollo', '-s', 'generated', '-l', 'none');
  let output = '';
  importing.stdout.on('data', (text: Buffer) => (output += text.toString()));
  importing.stderr.on('data', (text: Buffer) => process.stderr.write(text));
  const exited = new Promise<number | null>((resolve) => importing.once('exit', resolve));
  const memory = watchMemory({ leadwell: importing.pid ?? 0 });
  const engineMemory = watchEngine(importing.pid ?? 0);
  const code = await exited;
  const seconds = (performance.now() - began) / 1000;
  memory.stop();
  const size = Math.round(statSync(file).size / 1e6);
  console.log(
    `\nimport of ${rows.toLocaleString('en-US')} Apollo rows (${size} MB): ${seconds.toFixed(1)} s, peak memory: leadwell ${memory.peak().leadwell} MB, engine ${engineMemory()} MB`,
  );
  check('every row is imported', code === 0 && output.includes(`"imported":${rows}`));
  check('1 million rows in under 60 s', seconds < (60 * rows) / 1_000_000);
}

/** The engine process starts with the import's first statement. */
function watchEngine(parent: number): () => number {
  let watched: ReturnType<typeof watchMemory> | null = null;
  const timer = setInterval(() => {
    const engine = watched ? 0 : findChild(parent, 'engine-process');
    if (engine) watched = watchMemory({ engine });
  }, 100);
  return () => {
    clearInterval(timer);
    watched?.stop();
    return watched?.peak().engine ?? Number.NaN;
  };
}
