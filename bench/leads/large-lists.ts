import { median } from '../median.ts';

/** A list of an account, and how many companies it has. */
interface CompanyList {
  id: string;
  companies: number;
}

interface Account {
  /** A call of the account with a JSON body. */
  post(name: string, body: object): Promise<unknown>;
}

const ROWS_PER_CALL = 500;
const REPEATS = 5;

/** Makes a list of companies, by their websites, and their names if they are wanted. All of them have leads. */
async function makeList(
  { post }: Account,
  { name, companies, withNames }: { name: string; companies: number; withNames: boolean },
): Promise<CompanyList> {
  const columns = [{ name: 'Website' }, ...(withNames ? [{ name: 'Company' }] : [])];
  const { id } = (await post('list-create', { name, columns })) as { id: string };
  for (let from = 0; from < companies; from += ROWS_PER_CALL) {
    const rows = Array.from({ length: Math.min(ROWS_PER_CALL, companies - from) }, (_, index) => ({
      Website: `c${from + index}.example`,
      ...(withNames ? { Company: `Company ${from + index}` } : {}),
    }));
    await post('list-add-rows', { id, rows });
  }
  return { id, companies };
}

/**
 * Measures searches that leave out the companies of large lists, and those for a few people at each company of a list: the
 * first one, which reads the list, and page and count together later. Prints them beside the same search without a list.
 */
export async function measureLargeLists(account: Account, companies: number): Promise<void> {
  const domains = await makeList(account, { name: 'Domains', companies, withNames: false });
  const both = await makeList(account, { name: 'Both', companies, withNames: true });
  const few = await makeList(account, { name: 'Few', companies: companies / 10, withNames: false });
  for (const { id } of [domains, both])
    await account.post('list-set-exclusion', { id, excludes: 'companies' });
  const base = { hasEmail: true };
  const narrow = { hasEmail: true, industry: { include: ['Industry 40'] } };
  const searches: Record<string, object> = {
    'no list': base,
    'no list, one industry': narrow,
    'left out by domain': { ...base, leaveOut: [domains.id] },
    'left out by domain, one industry': { ...narrow, leaveOut: [domains.id] },
    'left out by domain and name': { ...base, leaveOut: [both.id] },
    'companies of a list': { ...base, inLists: [few.id] },
    '3 of each company of a list': { ...base, inLists: [few.id], perCompany: 3 },
    '3 of each of all companies': { ...base, inLists: [domains.id], perCompany: 3 },
  };
  console.log(`\nlists of ${companies.toLocaleString('en-US')} companies`);
  for (const [name, filters] of Object.entries(searches)) {
    const call = (action: object) =>
      account.post('sales-navigator-lead-export', { ...action, filters }) as Promise<{ count: number }>;
    const count = () => call({ action: 'count' });
    const page = () => call({ action: 'search', limit: 25, offset: 0 });
    try {
      const first = await timed(count);
      const together: number[] = [];
      const pages: number[] = [];
      for (let repeat = 0; repeat < REPEATS; repeat += 1) {
        together.push((await timed(() => Promise.all([count(), page()]))).ms);
        pages.push((await timed(page)).ms);
      }
      console.log(
        `  ${name.padEnd(34)} ${first.result.count.toLocaleString('en-US').padStart(10)} leads, first count ${first.ms.toFixed(0)} ms, page and count ${median(together).toFixed(0)} ms, page ${median(pages).toFixed(0)} ms`,
      );
    } catch (error) {
      console.log(`  ${name.padEnd(34)} ${String(error)}`);
    }
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const startedAt = performance.now();
  const result = await work();
  return { ms: performance.now() - startedAt, result };
}
