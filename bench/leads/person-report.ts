import { randomUUID } from 'node:crypto';
import { SMALL_BLOCKS } from '../../server/leads/distinct-leads.ts';
import { recordImport } from '../../server/leads/import-records.ts';
import { ensureTables, leadTable } from '../../server/leads/lead-tables.ts';
import { PERSON_PARTS } from '../../server/person-parts.ts';
import { parsePerson } from '../../server/person-rights/person-check.ts';
import { searchPerson } from '../../server/person-rights/person-report.ts';
import type { Warehouse } from '../../server/platform/warehouse/warehouse.ts';
import type { TestDeps } from '../../server/test-deps.ts';

const DATABASE = 'apollo';
const COLUMNS = [
  'first_name',
  'last_name',
  'title',
  'company',
  'email',
  'secondary_email',
  'person_linkedin_url',
  'website',
  'mobile_phone',
  'corporate_phone',
  'country',
  'industry',
];
const LIMIT_MS = 5000;
const REPEATS = 5;
/**
 * Every so many rows, an email, a profile and a phone of a person, in another spelling and in rows of their own. There are `REPEATS`
 * people: the engine remembers which rows an earlier search didn't need.
 */
const PLANTED = 100_003;

/** A SELECT of generated leads. 80% have an email, 25% a second one, 70% a profile, 40% a mobile phone. */
function generatedRows(rows: number): string {
  const share = (salt: number, percent: number, text: string) =>
    `if(sipHash64(${salt}, number) % 100 < ${percent}, ${text}, '')`;
  const first = "['Ada','Ben','Chloé','Diego','Emma','Finn','Grace','Jürgen'][1 + sipHash64(1, number) % 8]";
  const last = "['Adler','Bauer','Costa','Dubois','Evans','Fischer'][1 + sipHash64(2, number) % 6]";
  const domain = "concat('company', toString(sipHash64(3, number) % 500000), '.example')";
  const name = `concat(lower(${first}), '.', lower(${last}), toString(number))`;
  const phone = (salt: number) =>
    `concat('+1 (', toString(200 + sipHash64(${salt}, number) % 800), ') 555-', leftPad(toString(sipHash64(${salt + 1}, number) % 10000), 4, '0'))`;
  const who = `toString(intDiv(number, ${PLANTED}) % ${REPEATS})`;
  const plant = (place: number, text: string, other: string) =>
    `if(number % ${PLANTED} = ${place}, replaceOne('${text}', '#', ${who}), ${other})`;
  return `SELECT ${first}, ${last}, concat('Head of Team ', toString(sipHash64(4, number) % 9000)),
concat('Company ', toString(sipHash64(3, number) % 500000)),
${plant(1, 'Jane.Planted#+News@person.example', share(5, 80, `concat(${name}, '@', ${domain})`))},
${share(6, 25, `concat(${name}, '@mail.example')`)},
${plant(2, 'https://www.linkedin.com/in/Jane-Planted-#/', share(7, 70, `concat('http://www.linkedin.com/in/', ${name}, '-', lower(hex(sipHash64(8, number)))) `))},
${domain}, ${plant(3, '+49 (0) 30 / 9123-456#', share(9, 40, phone(10)))}, ${share(12, 60, phone(13))},
concat('Country ', toString(sipHash64(15, number) % 190)), concat('Industry ', toString(sipHash64(16, number) % 150)), number, 0
FROM numbers(${rows})`;
}

/** Loads generated leads into the Apollo table. */
async function loadPeople(warehouse: Warehouse, rows: number): Promise<void> {
  await ensureTables(warehouse, DATABASE);
  await warehouse.run({
    sql: `INSERT INTO ${leadTable(DATABASE)} (${[...COLUMNS, 'lw_id', 'lw_formulas'].join(', ')}) ${SMALL_BLOCKS} ${generatedRows(rows)}`,
  });
  // An import's parts are also merged eventually.
  await warehouse.run({ sql: `OPTIMIZE TABLE ${leadTable(DATABASE)} FINAL` });
  await recordImport(warehouse, {
    id: randomUUID(),
    database: DATABASE,
    mode: 'replace',
    at: new Date().toISOString(),
    source: 'generated',
    licence: '',
    dataDate: '',
    preset: 'own',
    rows,
    duplicates: 0,
    refused: 0,
    columns: COLUMNS,
  });
}

/** Measures reports about a person with one identifier of each kind, and with all of them. All planted leads must be found. */
export async function measurePersonReports(
  deps: TestDeps,
  rows: number,
  check: (expectation: string, passed: boolean) => void,
): Promise<void> {
  await deps.queue.start();
  await loadPeople(deps.warehouse, rows);
  const planted = (who: number, place: number) =>
    Array.from({ length: Math.ceil(rows / PLANTED) }, (_, index) => index).filter(
      (index) => index % REPEATS === who && index * PLANTED + place < rows,
    ).length;
  const email = (who: number) => `jane.planted${who}@person.example`;
  const profile = (who: number) => `linkedin.com/in/jane-planted-${who}`;
  const phone = (who: number) => `+493091234 56${who}`;
  const searches: [string, ((who: number) => string)[], number[]][] = [
    ['email', [email], [1]],
    ['profile', [profile], [2]],
    ['phone', [phone], [3]],
    ['email, profile and phone', [email, profile, phone], [1, 2, 3]],
  ];
  console.log(`\nreport about a person among ${rows.toLocaleString('en-US')} leads`);
  for (const [name, person, places] of searches) {
    const ms: number[] = [];
    let missed = 0;
    for (let who = 0; who < REPEATS; who += 1) {
      const entries = parsePerson(person.map((of) => of(who)));
      const startedAt = performance.now();
      const { report } = await searchPerson(deps, entries, PERSON_PARTS);
      ms.push(performance.now() - startedAt);
      const expected = places.reduce((sum, place) => sum + planted(who, place), 0);
      if (report.records.length !== expected) missed += 1;
    }
    const sorted = ms.toSorted((a, b) => a - b);
    const median = sorted[Math.floor(REPEATS / 2)] ?? Number.NaN;
    console.log(
      `  ${name.padEnd(26)} median ${median.toFixed(0)} ms, slowest ${sorted.at(-1)?.toFixed(0)} ms`,
    );
    check(`${name}: all planted leads and no others are found`, missed === 0);
    check(`${name}: slowest report in under ${LIMIT_MS} ms`, (sorted.at(-1) ?? Infinity) < LIMIT_MS);
  }
  await deps.queue.stop({ graceful: false });
}
