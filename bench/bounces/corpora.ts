import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BounceClass, classifyBounce } from '../../engines/mail-replies/classify-bounce.ts';

/**
 * Classifies bounces with known reasons: `npm run bench:bounces -- --crisp FOLDER --sisimai FOLDER`. The folders are copies of
 * the public repositories of email-bounce-parser (MIT; its npm package doesn't have the bounces) and of Sisimai for Ruby
 * (BSD-2-Clause), which has the bounces in set-of-emails/maildir/bsd and their reasons in test/public. `--half 0` or
 * `--half 1` takes one half of the bounces by a hash of their names, to tune on it only; a bounce stays in its half when
 * others are added. Exits with 1 below 98%, or if a policy block counts as
 * a dead mailbox.
 */
const { values } = parseArgs({
  options: { crisp: { type: 'string' }, sisimai: { type: 'string' }, half: { type: 'string' } },
});
const LIMIT = 0.98;

interface Labeled {
  name: string;
  expected: BounceClass;
  text: string;
}

/** What the reasons of Sisimai mean for an address. `filtered` and `onhold` say too little to have a class. */
const SISIMAI: Readonly<Record<string, BounceClass>> = {
  userunknown: 'hard',
  hostunknown: 'hard',
  hasmoved: 'hard',
  notaccept: 'hard',
  suspend: 'hard',
  mailboxfull: 'soft',
  expired: 'soft',
  networkerror: 'soft',
  speeding: 'soft',
  ratelimited: 'soft',
  toomanyconn: 'soft',
  systemerror: 'soft',
  systemfull: 'soft',
  authfailure: 'policy',
  badreputation: 'policy',
  blocked: 'policy',
  contenterror: 'policy',
  emailtoolarge: 'policy',
  exceedlimit: 'policy',
  mesgtoobig: 'policy',
  norelaying: 'policy',
  notcompliantrfc: 'policy',
  policyviolation: 'policy',
  rejected: 'policy',
  requireptr: 'policy',
  securityerror: 'policy',
  spamdetected: 'policy',
  virusdetected: 'policy',
  failedstarttls: 'policy',
  feedback: 'complaint',
  vacation: 'other',
};

/** Bounces whose name or reason isn't what their reply means for an address. */
const MISNAMED: Readonly<Record<string, BounceClass>> = {
  // The server refuses the sender, with the code of a missing mailbox.
  '550_5_1_1_no_such_user_variant_20.txt': 'policy',
  // Refusals with 5.7.1 that don't say that the mailbox is missing.
  '554_5_7_1_no_such_recipient_variant_1.txt': 'policy',
  'lhost-exim-30.eml': 'policy',
  // The server refuses the sender. Only a page of the provider says that it is for the number of messages.
  'rhost-spectrum-01.eml': 'policy',
  // The sender used up its messages of the day, like the other limits of a rate.
  'lhost-exim-56.eml': 'soft',
  // The name server should be asked again.
  'unknown_server_unknown_variant_1.txt': 'soft',
  // The server is known, but there is no route to it.
  'unknown_server_unknown_variant_3.txt': 'soft',
  // "421 Service not available" is all that the server says.
  'lhost-postfix-49.eml': 'soft',
  'lhost-postfix-50.eml': 'soft',
  // A connection that is refused says nothing about the sender, and the status says that the time ran out.
  'lhost-sendmail-21.eml': 'soft',
  // A name server that answers nonsense doesn't say that there is no domain. Sisimai calls the same words networkerror, too.
  'rhost-aol-06.eml': 'soft',
  // The same bounce by its older name.
  'lhost-aol-06.eml': 'soft',
  // "Service refused, please try later": only a page of the provider says that it is for the name of the sender's server.
  'rhost-franceptt-11.eml': 'soft',
  // A notice about a delay: the server goes on trying.
  'lhost-opensmtpd-12.eml': 'soft',
  // An automatic answer in Portuguese: its author is away.
  'rfc3834-06.eml': 'other',
  // The delivery status says that the user is unknown, the text that the disk is full. RFC 3464 has the first for programs.
  'rfc3464-01.eml': 'hard',
};

/** What the file names of email-bounce-parser say. */
const CRISP: readonly (readonly [RegExp, BounceClass])[] = [
  // Names like unknown_server_timeout: the code is unknown, not the server.
  [/server_timeout/, 'soft'],
  [
    /spam|reputation|blocked|policy|authentication|restricted|refused|not_allowed|rejected|permanent_failure/,
    'policy',
  ],
  [/no_such|unknown|unkown|disabled|unavailable|address/, 'hard'],
  [/full|quota|timeout|deferred|rate_limited|busy|too_many|hops|local_error/, 'soft'],
];

function crispBounces(folder: string): Labeled[] {
  const fixtures = join(folder, 'test/fixtures');
  return texts(fixtures, '.txt').flatMap((name) => {
    const named = /address_rejected/.test(name) ? 'hard' : CRISP.find(([words]) => words.test(name))?.[1];
    const expected = MISNAMED[name] ?? named;
    return expected ? [{ name, expected, text: readFileSync(join(fixtures, name), 'utf8') }] : [];
  });
}

/** The tests have lines like `'01' => [['5.1.1', '550', 'userunknown', true]]`, in files like lhost-exim.rb. */
function sisimaiBounces(folder: string): Labeled[] {
  const mails = join(folder, 'set-of-emails/maildir/bsd');
  const known = new Set(texts(mails, '.eml'));
  return texts(join(folder, 'test/public'), '.rb').flatMap((file) => {
    const lines = readFileSync(join(folder, 'test/public', file), 'utf8').split('\n');
    return lines.flatMap((line) => {
      const found = /'(\d+)'\s*=>\s*\[\['[\d.]*',\s*'\d*',\s*'(\w+)',([\s\w,'-]*)\]\]/.exec(line);
      const [, number, reason = '', rest = ''] = found ?? [];
      const name = `${file.replace(/\.rb$/, '')}-${number}.eml`;
      const expected = MISNAMED[name] ?? SISIMAI[reason];
      // Other feedback, like an unsubscription, doesn't say that the message was reported as spam.
      if (reason === 'feedback' && !rest.includes("'abuse'")) return [];
      if (!expected || !known.has(name)) return [];
      return [{ name, expected, text: readFileSync(join(mails, name), 'utf8') }];
    });
  });
}

function halfOf(name: string): number {
  return (createHash('sha256').update(name).digest()[0] ?? 0) % 2;
}

function texts(folder: string, ending: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .sort();
}

const corpora: [string, Labeled[]][] = [
  ...(values.crisp ? [['email-bounce-parser', crispBounces(values.crisp)] as [string, Labeled[]]] : []),
  ...(values.sisimai ? [['sisimai', sisimaiBounces(values.sisimai)] as [string, Labeled[]]] : []),
];
if (corpora.length === 0) throw new Error('Pass the folder of a corpus: --crisp FOLDER or --sisimai FOLDER');
for (const [corpus, all] of corpora) {
  const bounces = all.filter(({ name }) => values.half === undefined || halfOf(name) === Number(values.half));
  if (bounces.length === 0) throw new Error(`The folder has no bounces of ${corpus}.`);
  const wrong = bounces.flatMap((bounce) => {
    const found = classifyBounce({ text: bounce.text });
    return found === bounce.expected ? [] : [{ ...bounce, found }];
  });
  for (const { name, expected, found } of wrong) console.log(`  ${name}: ${found} instead of ${expected}`);
  const dead = wrong.filter(({ expected, found }) => expected === 'policy' && found === 'hard').length;
  const share = 1 - wrong.length / bounces.length;
  console.log(
    `${corpus}: ${(share * 100).toFixed(1)}% of ${bounces.length} in the right class, ${dead} policy blocks called dead mailboxes`,
  );
  if (share < LIMIT || dead > 0) process.exitCode = 1;
}
