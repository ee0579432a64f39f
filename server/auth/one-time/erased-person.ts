import type { Deps } from '../../deps.ts';
import type { MailContent } from '../../platform/mail/mail-layout.ts';
import { createSecretSealer } from '../../platform/sealed-secret.ts';

type Secrets = Pick<Deps, 'secrets'>;

/** Lines about where an account had the person. */
const MOST_PLACES = 20;

/** Encrypts who was erased, so that the queue of mails has no one's data. */
export function sealPerson({ secrets }: Secrets, accountId: string, person: readonly string[]): string {
  return sealer(secrets.dataKey).seal(Buffer.from(JSON.stringify(person)), accountId);
}

/** null: another secret sealed it. */
export function openPerson({ secrets }: Secrets, accountId: string, sealed: string): string[] | null {
  const bytes = sealer(secrets.dataKey).open(sealed, accountId);
  return bytes === null ? null : (JSON.parse(Buffer.from(bytes).toString('utf8')) as string[]);
}

function sealer(dataKey: string) {
  return createSecretSealer(dataKey, 'erased person');
}

/** Asks an account to delete someone. It says nothing about the person but what finds the rows. */
export function erasedPersonMail(
  person: readonly string[],
  where: readonly string[],
  publicUrl: string,
): MailContent {
  const more = where.length - MOST_PLACES;
  return {
    subject: 'Please delete a person from your data',
    heading: 'A person asked to be erased',
    paragraphs: [
      'Someone whose data you got from us asked us to erase it. We have done so. Please delete this person from your own files and systems, too, and from those of others to whom you gave the data.',
      'Rows with any of these are about the person:',
    ],
    facts: [
      ...person.map((value) => ['Delete', value] as const),
      ...where.slice(0, MOST_PLACES).map((place) => ['You had the person in', place] as const),
      ...(more > 0 ? [['And in', `${more} more`] as const] : []),
    ],
    button: { label: 'Open Leadwell', url: `${publicUrl}/dashboard` },
    unexpected:
      'Delete this email when you are done, since it names the person. If you never used the data, there is nothing else to do.',
    reason: 'You get this email because your Leadwell account had data about this person.',
  };
}
