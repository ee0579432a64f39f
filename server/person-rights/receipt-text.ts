import type { ErasureReceipt } from '#contract/person-rights.ts';
import { pluralForm } from '#contract/plural.ts';

/** A receipt in plain text, for the operator and the person. */
export function receiptText(receipt: ErasureReceipt): string {
  const { person, deleted, kept, left, notices } = receipt;
  const lines = [
    'Receipt of erasure',
    `Erased: ${person.map(({ value }) => value).join(', ')}`,
    `Started: ${time(receipt.at)}`,
    `Ended: ${time(receipt.endedAt)}`,
    '',
    deleted.length === 0 ? 'There was nothing to delete.' : 'Deleted:',
    ...deleted.map(({ place, records }) => `  ${place}: ${count(records, 'record')}`),
    '',
    'Kept:',
    ...kept.map(({ what, why }) => `  ${what}. ${why}`),
    '',
    left.length === 0 ? 'A second search found nothing else.' : 'STILL THERE, run the command again:',
    ...left.map(({ place, records }) => `  ${place}: ${count(records, 'record')}`),
    ...(receipt.leadFilesCleaned
      ? []
      : ['', 'The files of the lead databases still have deleted rows, which the engine removes later.']),
    '',
    notices.length === 0
      ? 'No account had the person, so no one was told.'
      : `Told ${count(notices.length, 'account')} that had the person:`,
    ...notices.map(
      ({ account, webhooks }) =>
        `  ${account}: by email${webhooks > 0 ? ` and ${count(webhooks, 'webhook')}` : ''}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${pluralForm(number, noun)}`;
}

function time(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}
