import { settleBatch } from '#server/tasks/settle-batch.ts';
import { startTask } from '#server/tasks/start-task.ts';
import { cancelTask } from '#server/tasks/task-run.ts';
import { type CompanyRow, emptyCompanyRow } from '#tools/company-to-domain/definition.ts';
import { type EmailRow, unknownEmailRow, writeEmailInput } from '#tools/email-finder/definition.ts';
import { taskDefinition } from '#tools/index/tools.ts';
import { contactsIn } from '#tools/list-tool/row-text.ts';
import { emptyWebsiteRow, type WebsiteRow } from '#tools/website-extraction/definition.ts';

/** A task of the demo account with made-up results. Only the first `done` items are finished. */
interface DemoTask {
  type: string;
  items: readonly DemoItem[];
  done: number;
}

interface DemoItem {
  input: string;
  row: object;
  found: boolean;
  failed: boolean;
  /** by the rules of the tool (docs/deviations.md 11) */
  billable: boolean;
  outcome?: string;
}

const COMPANIES = [
  'Harbor Coffee Roasters',
  'Northwind Cycles',
  'Blue Spruce Dental',
  'Cedar & Stone Architects',
  'Maple Street Bakery',
  'Summit Robotics',
  'Willow Creek Vet Clinic',
  'Lighthouse Legal',
  'Copper Kettle Brewing',
  'Prairie Solar',
  'Riverside Yoga',
  'Granite Peak Outfitters',
];

const PEOPLE: readonly [first: string, last: string, status: keyof typeof VERDICTS][] = [
  ['Maya', 'Torres', 'deliverable'],
  ['Ben', 'Okafor', 'deliverable'],
  ['Clara', 'Lindqvist', 'risky'],
  ['Diego', 'Ramos', 'deliverable'],
  ['Elena', 'Petrova', 'not_found'],
  ['Frank', 'Nguyen', 'deliverable'],
  ['Grace', 'Kim', 'unknown'],
  ['Hassan', 'Ali', 'deliverable'],
  ['Ines', 'Moreau', 'risky'],
  ['Jack', 'Walsh', 'deliverable'],
  ['Keiko', 'Sato', 'not_found'],
  ['Liam', 'Byrne', 'deliverable'],
];

const VERDICTS = {
  deliverable: { reason: 'accepted', explanation: 'The mail server accepts this address', score: 97 },
  risky: {
    reason: 'accepts-all',
    explanation: 'The mail server accepts every address, so this one may not exist',
    score: 45,
  },
  not_found: { reason: 'no-address-exists', explanation: 'Not found (8 addresses tried)', score: 0 },
  unknown: { reason: 'greylisted', explanation: 'The mail server asked us to try again later', score: 0 },
} as const satisfies Partial<Record<EmailRow['status'], object>>;

/** What the demo account ran: three finished tasks, and one that was stopped halfway. */
const DEMO_TASKS: readonly DemoTask[] = [
  { type: 'website-extraction', items: COMPANIES.map(websiteItem), done: COMPANIES.length },
  { type: 'company-to-domain', items: COMPANIES.map(companyItem), done: COMPANIES.length },
  { type: 'csv-extraction', items: PEOPLE.map(personItem), done: PEOPLE.length },
  {
    type: 'website-extraction',
    items: COMPANIES.map((name, index) => websiteItem(`${name} Group`, index)),
    done: 5,
  },
];

/** Domains under .example can't be registered (RFC 2606), and phone numbers 555-01xx are reserved for fiction. */
function demoDomain(company: string): string {
  return `${company.toLowerCase().replace(/[^a-z]+/g, '-')}.example`;
}

function websiteItem(company: string, index: number): DemoItem {
  const domain = demoDomain(company);
  const url = `https://${domain}/`;
  if (index % 6 === 5) {
    const row = { ...emptyWebsiteRow(url), domain, error: 'The website took too long to answer' };
    return { input: url, row, found: false, failed: true, billable: false };
  }
  const email = `hello@${domain}`;
  const phone = `+1202555${String(100 + index).padStart(4, '0')}`;
  const handle = company.toLowerCase().replace(/[^a-z]/g, '');
  const row: WebsiteRow = {
    ...emptyWebsiteRow(url),
    domain,
    emails: [email],
    phones: [phone],
    title: company,
    description: `${company}: a made-up company of the Leadwell demo.`,
    linkedin_url: `https://www.linkedin.com/company/${handle}`,
    linkedin_username: handle,
    company_email: email,
    evidence: [
      { field: 'emails', value: email, written: email, source: 'mailto', page: url },
      { field: 'phones', value: phone, written: phone, source: 'tel', page: url },
    ],
    pages: [{ url, read: true, status: 200, reason: null }],
  };
  return { input: url, row, found: true, failed: false, billable: true };
}

function companyItem(company: string, index: number): DemoItem {
  const input = { company_name: company, country: null, website: null };
  if (index % 5 === 3) {
    const row = emptyCompanyRow(input, 'No domain found', 'No website clearly belongs to this company');
    return { input: company, row, found: false, failed: false, billable: false };
  }
  const domain = demoDomain(company);
  const known = index % 2 === 0;
  const row: CompanyRow = {
    ...emptyCompanyRow(input, '', ''),
    domain,
    confidence: known ? 98 : 86,
    source: known ? 'leads' : 'website',
    explanation: known
      ? 'People of this company have addresses with this domain'
      : 'The website names the company as its owner',
    error: null,
  };
  return { input: company, row, found: true, failed: false, billable: true };
}

function personItem([first_name, last_name, status]: (typeof PEOPLE)[number], index: number): DemoItem {
  const domain = demoDomain(COMPANIES[index] ?? 'Example');
  const input = { first_name, last_name, domain };
  const address = `${first_name}.${last_name}@${domain}`.toLowerCase();
  const { reason, explanation, score } = VERDICTS[status];
  const found = status === 'deliverable';
  const row: EmailRow = {
    ...unknownEmailRow(input, reason, explanation),
    status,
    score,
    verified_email: found ? address : null,
    best_guess: status === 'risky' || status === 'unknown' ? address : null,
    pattern: status === 'not_found' ? null : 'first.last',
    source: status === 'unknown' ? null : 'mail-server',
    catch_all: status === 'risky' ? true : found ? false : null,
    mail_host: status === 'unknown' ? null : `mx.${domain}`,
  };
  const billable = found || status === 'risky';
  return {
    input: writeEmailInput(input),
    row,
    found,
    failed: status === 'unknown',
    billable,
    outcome: status,
  };
}

type Deps = Parameters<typeof startTask>[0];

/** Adds the tasks of the demo account, with the charges and counts that real runs have. */
export async function addDemoTasks(deps: Deps, accountId: string): Promise<void> {
  for (const task of DEMO_TASKS) await addTask(deps, accountId, task);
}

async function addTask(deps: Deps, accountId: string, { type, items, done }: DemoTask): Promise<void> {
  const inputs = items.map(({ input }) => input);
  const task = await startTask(deps, { accountId, type, inputs, claim: null });
  const { contactFields } = taskDefinition(type);
  const worked = items.slice(0, done).map(({ row, ...item }, position) => ({
    ...item,
    position,
    row: JSON.stringify(row),
    contacts: contactsIn(row, contactFields),
  }));
  await settleBatch(deps, { taskId: task.id, runNo: task.run_no, items: worked });
  if (done < items.length) await cancelTask(deps, accountId, task.id);
}
