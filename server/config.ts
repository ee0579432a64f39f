import { hostname } from 'node:os';
import { z } from 'zod';
import { EMAIL_BATCH_PAUSE_MS, TASK_TIME_BUDGET_MS } from '#contract/limits.ts';
import { findChromium } from '#net/render/find-chromium.ts';
import { OperatorError } from './platform/operator-error.ts';

const flag = z
  .enum(['1', '0', 'true', 'false', 'yes', 'no', 'on', 'off'], { error: 'must be 1 or 0' })
  .transform((word) => /^(1|true|yes|on)$/.test(word));
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean),
);
const count = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error });
};
const choice = <const Words extends readonly [string, ...string[]]>(...words: Words) =>
  z.enum(words, { error: `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}` });
const statistics = z.array(z.object({ value: z.string(), label: z.string() })).max(6);

/** An origin: links and the client's calls go to paths of their own from there. */
const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .refine((url) => new URL(url).origin === url.toLowerCase().replace(/\/$/, ''), {
    error: 'must be an address like https://leads.example.com, with nothing after the host and port',
    when: ({ issues }) => issues.length === 0,
  });

/** The environment. Names and defaults: docs/operate.md and .env.example. Unset and empty mean the same. */
const Environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: count(0, 65535).default(3000),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  CLICKHOUSE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) address, with user and password where needed' })
    .optional(),
  PUBLISHABLE_KEY: z
    .string()
    .regex(/^[\w.-]{8,200}$/, 'must be 8 to 200 letters, digits, . _ -')
    .default('leadwell-public'),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  ADMIN_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  STAFF_EMAILS: list
    .pipe(z.array(z.email('must be email addresses, separated by commas').toLowerCase()))
    .default([]),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_\w+$/, 'must be a secret key of Stripe (sk_... or rk_...)')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+$/, 'must be the signing secret of the webhook (whsec_...)')
    .optional(),
  STRIPE_API_BASE: origin.optional(),
  TRIAL_REQUIRES_CARD: flag.optional(),
  PUBLIC_URL: origin.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n]* )?<?[^\s<>@]+@[^\s<>@]+>?$/, 'must be like: Leadwell <mail@example.com>')
    .default('Leadwell <no-reply@localhost>'),
  TRUST_PROXY: flag.default(false),
  WORKER: choice('inline', 'none').default('inline'),
  DNS_SERVERS: list
    .pipe(
      z.array(
        z
          .string()
          .regex(
            /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:]+\])(:\d{1,5})?$/i,
            'must be addresses like 127.0.0.1:5354',
          ),
      ),
    )
    .optional(),
  ALLOW_PRIVATE_NETWORK: flag.default(false),
  SMTP_PORT: count(1, 65535).default(25),
  EHLO_NAME: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'must be the name of this host, like mail.example.com')
    .optional(),
  VERIFY_FROM: z.email('must be an email address that takes mail').optional(),
  EMAIL_BATCH_PAUSE_MS: count(0, 60_000).default(EMAIL_BATCH_PAUSE_MS),
  GREYLIST_RETRY_MS: list
    .pipe(z.array(z.string().regex(/^\d{1,8}$/, 'must be waits in ms, separated by commas')).max(10))
    .transform((waits) => waits.map(Number))
    .default([60_000, 300_000, 900_000]),
  SOCKS_PROXY: z.url({ protocol: /^socks5h?$/, error: 'must be a socks5:// address' }).optional(),
  PORT_25_TEST: flag.default(true),
  HUNTER_API_KEY: z.string().optional(),
  HUNTER_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  REACHER_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  REACHER_SECRET: z.string().optional(),
  APOLLO_API_KEY: z.string().optional(),
  APOLLO_API_BASE: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  APOLLO_ENRICH: flag.default(true),
  CRAWL_CONCURRENCY: count(1, 2048).default(256),
  TASK_TIME_BUDGET_MS: count(1000, 86_400_000).default(TASK_TIME_BUDGET_MS),
  RENDER: choice('off', 'chromium').default('off'),
  CHROMIUM_PATH: z.string().optional(),
  SIGNUPS_PER_HOUR_PER_ADDRESS: count(1, 1_000_000).default(300),
  LANDING_STATISTICS: z
    .string()
    .transform((text, context) => {
      try {
        return statistics.parse(JSON.parse(text));
      } catch {
        context.addIssue('must be JSON of at most 6 like this: [{"value":"92%","label":"accuracy"}]');
        return z.NEVER;
      }
    })
    .optional(),
  LOG_LEVEL: choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
});

/** Every environment name; .env.example lists the same ones. */
export const ENVIRONMENT_NAMES: readonly string[] = Object.keys(Environment.shape);

export type Config = Omit<z.infer<typeof Environment>, 'TRIAL_REQUIRES_CARD'> & {
  /** Gate rule 4 (docs/deviations.md 5): unless set, as there is a card to ask for. */
  TRIAL_REQUIRES_CARD: boolean;
  /** No DATABASE_URL: everything lives in DATA_DIR, held by this one process. */
  embedded: boolean;
};

/** The environment is not usable; `problems` has one line for each bad or missing name. */
export class ConfigError extends OperatorError {
  override readonly name = 'ConfigError';
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The configuration cannot be used:\n${problems.map((line) => `  ${line}`).join('\n')}`);
    this.problems = problems;
  }
}

const LOOPBACK_HOSTS = new Set(['127.0.0.1', '::1', 'localhost']);

/** Whether the server listens where only this machine reaches it. */
export function listensOnLoopback(config: Pick<Config, 'HOST'>): boolean {
  return LOOPBACK_HOSTS.has(config.HOST) || /^127\.\d+\.\d+\.\d+$/.test(config.HOST);
}

/**
 * Whether people reach the server on this machine only, so that what works on loopback alone may be offered (docs/deviations.md,
 * secure by default). A PUBLIC_URL elsewhere tells of a proxy before it.
 */
export function isLocalOnly(config: Pick<Config, 'HOST' | 'PUBLIC_URL'>): boolean {
  const publicHost = config.PUBLIC_URL ? new URL(config.PUBLIC_URL).hostname : '127.0.0.1';
  return listensOnLoopback(config) && listensOnLoopback({ HOST: publicHost.replace(/^\[|\]$/g, '') });
}

/**
 * Parses the environment once. Throws ConfigError that names every bad value, and on any address but loopback every secret
 * that is missing (docs/deviations.md, secure by default).
 */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  const set: Settings = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(set);
  const bad = (parsed.error?.issues ?? []).map(
    ({ path: [name], message }) => `${String(name)}: ${message} (it is ${shown(set, name)})`,
  );
  const problems = [...new Set(bad), ...missingWith(set)];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  const { TRIAL_REQUIRES_CARD = parsed.data.STRIPE_SECRET_KEY !== undefined } = parsed.data;
  return { ...parsed.data, TRIAL_REQUIRES_CARD, embedded: parsed.data.DATABASE_URL === undefined };
}

type Settings = Record<string, string | undefined>;

/** What else must be set, or installed, with what is set: judged apart, so that one start tells of everything. */
function missingWith(set: Settings): string[] {
  const problems: string[] = [];
  const { HOST = '127.0.0.1' } = set;
  if (!listensOnLoopback({ HOST })) {
    for (const name of ['AUTH_SECRET', 'ADMIN_KEY', 'DATABASE_URL', 'PUBLIC_URL']) {
      if (!set[name]) problems.push(`${name}: must be set when HOST is ${HOST} (anything but loopback)`);
    }
  } else if (set.DATABASE_URL && !set.AUTH_SECRET) {
    problems.push(
      'AUTH_SECRET: must be set with DATABASE_URL, the same on every server (32 characters or more)',
    );
  }
  if (set.STRIPE_SECRET_KEY && !set.STRIPE_WEBHOOK_SECRET) {
    problems.push(
      'STRIPE_WEBHOOK_SECRET: must be set with STRIPE_SECRET_KEY, else no notice of a payment can be believed',
    );
  }
  if (set.SMTP_URL && !set.MAIL_FROM) {
    problems.push('MAIL_FROM: must be set with SMTP_URL, an address that server sends for');
  }
  if (set.RENDER === 'chromium' && !findChromium(set.CHROMIUM_PATH)) {
    problems.push(
      set.CHROMIUM_PATH
        ? 'CHROMIUM_PATH: names no program. Correct it, or unset it to use an installed Chromium'
        : 'RENDER: is chromium, but none is installed. Install Chromium or set CHROMIUM_PATH to its program',
    );
  }
  return problems;
}

/** The Chromium that shows pages which are empty without JavaScript, or null with RENDER off. */
export function rendererPath(config: Pick<Config, 'RENDER' | 'CHROMIUM_PATH'>): string | null {
  return config.RENDER === 'chromium' ? findChromium(config.CHROMIUM_PATH) : null;
}

/** The name we greet mail servers with: EHLO_NAME, else the host of PUBLIC_URL, else this machine's. */
export function ehloName(config: Pick<Config, 'EHLO_NAME' | 'PUBLIC_URL'>): string {
  const name = config.EHLO_NAME ?? (config.PUBLIC_URL ? new URL(config.PUBLIC_URL).hostname : hostname());
  // An address is no name, and a name without a dot tells a mail server nothing.
  return /^(?=.*[a-z])[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(name) ? name : 'localhost.localdomain';
}

/** The sender we name to mail servers: VERIFY_FROM, else the address of MAIL_FROM where one was set. */
export function verifyFrom(config: Pick<Config, 'VERIFY_FROM' | 'MAIL_FROM' | 'EHLO_NAME' | 'PUBLIC_URL'>) {
  const own = /<?([^\s<>]+@[^\s<>]+?)>?$/.exec(config.MAIL_FROM)?.[1];
  if (config.VERIFY_FROM) return config.VERIFY_FROM;
  return own && !own.endsWith('@localhost') ? own : `verify@${ehloName(config)}`;
}

const SECRET_NAMES = /SECRET|KEY|URL|PROXY/;

function shown(set: Settings, name: unknown): string {
  const value = set[String(name)];
  if (value === undefined) return 'not set';
  return SECRET_NAMES.test(String(name)) ? 'set to something else' : JSON.stringify(value.slice(0, 80));
}
