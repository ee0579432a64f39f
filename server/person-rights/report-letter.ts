import type { PersonRecord, PersonReport } from '#contract/person-rights.ts';
import { plural } from '#contract/plural.ts';

const LINE_CHARS = 100;

/** The report as a letter to the person, in plain text. The operator adds the address and signs it. */
export function reportLetter(report: PersonReport): string {
  const total = report.records.length + report.more;
  const blocks = [
    `What we store about you\n${day(report.at)}`,
    `You asked what we store about you. We searched for ${list(report.person.map(({ value }) => value))}.`,
    total === 0
      ? 'We store nothing that names you.'
      : `We found ${plural(total, 'record')} that ${total === 1 ? 'names' : 'name'} you. They are listed below, each with where it is and, where we know it, where it came from.`,
    ...(report.optedOut
      ? ['You are on our opt-out list: you are left out of our answers, files and later imports.']
      : []),
    ...places(report.records),
    ...(report.more > 0
      ? [`${report.more.toLocaleString('en-US')} more records aren't listed here. Ask us for them.`]
      : []),
    ...receivers(report),
    ...(report.backups.length > 0
      ? [
          `We keep ${plural(report.backups.length, 'backup')}, which may have you, too. We don't use them, except to restore our service after a failure. Whoever opted out is removed again then.`,
        ]
      : []),
    'Your rights\nYou can ask us to correct or delete this data, or to stop using it. You can also complain to the data protection authority of your country or state.',
  ];
  return `${blocks.map(wrapped).join('\n\n')}\n`;
}

/** The records by their places. */
function places(records: readonly PersonRecord[]): string[] {
  const byPlace = Map.groupBy(records, ({ place }) => place);
  return [...byPlace].map(([place, some]) =>
    [`${place} (${some.length.toLocaleString('en-US')})`, ...some.map(recordText)].join('\n\n'),
  );
}

function recordText({ within, at, origins, data }: PersonRecord): string {
  const facts = [
    ...(at ? [`Stored: ${day(at)}`] : []),
    ...(within ? [`In: ${within}`] : []),
    ...originTexts(origins),
    ...Object.entries(data).map(([field, text]) => `${fieldName(field)}: ${text.replaceAll('\n', '; ')}`),
  ];
  return facts.map((fact) => `  ${fact}`).join('\n');
}

function originTexts(origins: PersonRecord['origins']): string[] {
  const texts = origins.map(
    ({ source, license, collectedAt, dataDate }) =>
      `${source}, license: ${license}, obtained ${day(collectedAt)}${dataDate === '' ? '' : `, data of ${dataDate}`}`,
  );
  if (texts.length <= 1) return texts.map((text) => `Source: ${text}`);
  return ['Source, one of:', ...texts.map((text) => `  - ${text}`)];
}

/** Who got the person: kinds of receivers and times, without the names of customers. */
function receivers({ exports }: PersonReport): string[] {
  if (exports.length === 0) return [];
  const accounts = new Set(exports.map(({ account }) => account)).size;
  const lines = exports.map(
    ({ database, day }) => `  ${day}: a customer of ours, from our lead database ${database}`,
  );
  return [
    [
      `Who got your data\n${plural(accounts, 'customer')} of ours exported it in the last 12 months:`,
      ...lines,
    ].join('\n'),
  ];
}

/** "person_linkedin_url" -> "Person linkedin url" */
function fieldName(field: string): string {
  const words = field.replaceAll('_', ' ').trim();
  return words === '' ? 'Text' : words[0]?.toUpperCase() + words.slice(1);
}

function day(iso: string): string {
  return new Date(iso).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}

function list(texts: readonly string[]): string {
  return new Intl.ListFormat('en-US').format(texts);
}

/** Breaks long lines at spaces; what follows has the same indent. */
function wrapped(block: string): string {
  return block
    .split('\n')
    .flatMap((line) => {
      const indent = /^ */.exec(line)?.[0] ?? '';
      const lines: string[] = [];
      let current = indent;
      for (const word of line.trim().split(/ +/)) {
        if (current.trim() !== '' && current.length + word.length + 1 > LINE_CHARS) {
          lines.push(current);
          current = `${indent}  `;
        }
        current += current.trim() === '' ? word : ` ${word}`;
      }
      return [...lines, current.trimEnd()];
    })
    .join('\n');
}
