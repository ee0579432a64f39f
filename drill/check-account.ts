import { SIGN_UP_CREDITS } from '#contract/limits.ts';
import type { Person } from './person.ts';

interface Entry {
  amount: number;
  reason: string;
  from_balance: boolean;
  task_id: string | null;
  item_position: number | null;
}

interface Task {
  id: string;
  status: string;
  total: number;
  processed: number;
  found: number;
  failed: number;
  credits_used: number;
  rows: object[];
}

interface AccountData {
  account: { balance: number };
  creditEntries: Entry[];
  tasks: Task[];
  leadExports: { leads: number; sent: number; ended_at: string | null }[];
}

/**
 * What is wrong with the rows and credits of a new account, read by its owner: lost rows, rows that are
 * charged twice, a balance that its ledger doesn't explain. Empty: nothing.
 */
export async function checkAccount(person: Person): Promise<string[]> {
  const data = (await person.call('account-export')) as AccountData;
  const view = (await person.call('account')) as {
    credits: number | 'unlimited';
    creditsUsed: number;
  };
  const wrong: string[] = [];
  const expectEqual = (rule: string, ...values: unknown[]) => {
    if (new Set(values).size > 1) wrong.push(`${rule}: ${values.join(', ')}`);
  };
  const { creditEntries: entries, tasks, leadExports } = data;
  const { balance } = data.account;
  const fromBalance = entries.filter((entry) => entry.from_balance).map(({ amount }) => amount);
  expectEqual('balance = sum of the ledger', balance, total(fromBalance));
  // With the unlimited plan, an account sees no number.
  if (view.credits !== 'unlimited') {
    expectEqual('balance = credits shown', balance, view.credits);
    expectEqual('used + left = granted', view.creditsUsed + view.credits, SIGN_UP_CREDITS);
  }
  for (const { leads, sent, ended_at } of leadExports)
    if (ended_at === null) wrong.push(`an export of ${leads} leads, ${sent} of them sent, never ended`);
  for (const task of tasks) {
    const charged = entries.filter((entry) => entry.task_id === task.id);
    expectEqual('processed = rows', task.processed, task.rows.length);
    const paid = charged.filter((entry) => entry.from_balance).map(({ amount }) => amount);
    expectEqual('credits used = entries', task.credits_used, -total(paid));
    expectEqual(
      'one entry per item',
      charged.length,
      new Set(charged.map((entry) => entry.item_position)).size,
    );
    expectEqual('completed = all done', task.status === 'completed', task.processed === task.total);
    const addresses = task.rows.flatMap((row) => ('url' in row ? [String(row.url)] : []));
    expectEqual('each row once', addresses.length, new Set(addresses).size);
  }
  return wrong;
}

function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
