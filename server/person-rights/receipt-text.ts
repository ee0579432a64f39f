import type { ErasureReceipt } from '#contract/person-rights.ts';
import { plural } from '#contract/plural.ts';

/** A receipt in plain text, for the operator and the person. */
export function receiptText(receipt: ErasureReceipt): string {
  const { person, deleted, cleared, kept, left, notices } = receipt;
  const lines = [
    'Receipt of erasure',
    `Erased: ${person.map(({ value }) => value).join(', ')}`,
    `Started: ${time(receipt.at)}`,
    `Ended: ${time(receipt.endedAt)}`,
    '',
    ...removed({ deleted, cleared }),
    '',
    'Kept:',
    ...kept.map(({ what, why }) => `  ${what}. ${why}`),
    '',
    left.length === 0 ? 'A second search found nothing else.' : 'STILL THERE, run the command again:',
    ...places(left),
    ...(receipt.leadFilesCleaned
      ? []
      : ['', 'The files of the lead databases still have deleted rows, which the engine removes later.']),
    '',
    notices.length === 0
      ? 'No account had the person, so no one was told.'
      : `Told ${plural(notices.length, 'account')} that had the person:`,
    ...notices.map(
      ({ account, webhooks }) =>
        `  ${account}: by email${webhooks > 0 ? ` and ${plural(webhooks, 'webhook')}` : ''}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function removed({ deleted, cleared }: Pick<ErasureReceipt, 'deleted' | 'cleared'>): string[] {
  const texts = [
    ...(deleted.length > 0 ? ['Deleted:', ...places(deleted)] : []),
    ...(cleared.length > 0 ? ['Removed from records that stay:', ...places(cleared)] : []),
  ];
  return texts.length > 0 ? texts : ['There was nothing to delete.'];
}

function places(some: ErasureReceipt['left']): string[] {
  return some.map(({ place, records }) => `  ${place}: ${plural(records, 'record')}`);
}

function time(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}
