import { BOUNCES_PER_CALL, type BounceReceipt } from '#contract/bounces.ts';
import { BOUNCE_CALLS } from '#contract/calls/bounce-calls.ts';
import { plural } from '#contract/plural.ts';
import { readBounceTable } from '#engines/csv/bounce-table.ts';
import { openTable, readTable } from '#engines/csv/read-table.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { inputName, readInputText } from './input-text.ts';
import { serverCalls } from './lists/server-calls.ts';
import { abortOnStop } from './stopping.ts';

/** Reports the bounces in a CSV, TSV or XLSX file to a server, and says what they changed. What was sent before a failure counts. */
export async function reportBounces(file: string): Promise<void> {
  const server = serverCalls('permission Bounces');
  const text = await readInputText(file);
  const events = readBounceTable(readTable(openTable(text)).map(({ cells }) => cells));
  if (events === null) throw new OperatorError(`${inputName(file)} has no column with emails.`);
  if (events.length === 0) throw new OperatorError(`${inputName(file)} has no emails.`);
  const signal = abortOnStop();
  const total = new Map<keyof BounceReceipt, number>();
  for (let from = 0; from < events.length; from += BOUNCES_PER_CALL) {
    const part = events.slice(from, from + BOUNCES_PER_CALL);
    const receipt = await server.invoke(BOUNCE_CALLS.bounces, { events: part }, { signal });
    for (const [name, count] of Object.entries(receipt) as [keyof BounceReceipt, number][])
      total.set(name, (total.get(name) ?? 0) + count);
  }
  const count = (name: keyof BounceReceipt) => (total.get(name) ?? 0).toLocaleString('en-US');
  const counted = (name: keyof BounceReceipt, noun: string) => plural(total.get(name) ?? 0, noun);
  process.stdout.write(
    `${plural(events.length, 'report')}: ${count('hard')} hard, ${count('soft')} soft, ${count('policy')} policy, ${counted('complaint', 'complaint')}, ${count('delivered')} delivered, ${count('other')} unclear\n`,
  );
  process.stdout.write(
    `${count('repeated')} known before, ${count('invalid')} without an email, ${counted('uncounted', 'hard bounce')} not counted for others\n`,
  );
  process.stdout.write(`${counted('returned', 'credit')} returned\n`);
}
