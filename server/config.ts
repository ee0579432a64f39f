import { z } from 'zod';
import { TASK_TIME_BUDGET_MS } from '#contract/limits.ts';
import { STATISTICS_MAX } from '#contract/page-placeholders.ts';
import * as toolSettings from '#tools/index/settings.ts';
import { joinShapes, type RawSettings, type ToolSettings } from '#tools/tool-settings.ts';
import { POSTGRES_LIMITS } from './platform/database/postgres-pool.ts';
import { readSettingFiles } from './platform/disk/setting-files.ts';
import { LOG_FORMATS, type LogFormat } from './platform/log.ts';
import { OperatorError } from './platform/operator-error.ts';
import { choice, count, flag, httpUrl, line, list } from './platform/process/setting-readers.ts';
import { parseTrustedProxies } from './platform/process/trusted-proxies.ts';
import { unknownSettings } from './platform/process/unknown-settings.ts';

/** The proxies in front of the server. null: none, so no forwarding header is trusted. */
const proxies = z.string().transform((text, context) => {
  const trusted = parseTrustedProxies(text);
  if (trusted !== undefined) return trusted;
  context.addIssue('must be the number of proxies (1 to 9), or their networks like 10.0.0.0/8,192.0.2.7');
  return z.NEVER;
});
const statistics = z.array(z.object({ value: z.string(), label: z.string() })).max(STATISTICS_MAX);

/** An origin without a path, because we append our own paths. */
const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
  .refine((url) => new URL(url).origin === url.toLowerCase().replace(/\/$/, ''), {
    error: 'must be a URL like https://leads.example.com, with nothing after the host and port',
    when: ({ issues }) => issues.length === 0,
  });

const webhookSecret = z.string().regex(/^whsec_\w+$/, "must be the webhook's signing secret (whsec_...)");

/** http only on loopback, where tests run a provider: the client's secret goes there. */
const openIdIssuer = origin
  .transform((url) => url.replace(/\/$/, ''))
  .refine((url) => /^(https:|http:\/\/(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:|$))/i.test(url), {
    error: 'must be an https URL',
  });

/**
 * The environment, with what only one tool reads (tools/<tool>/settings.ts). docs/operate/configure.md and .env.example
 * list all names and defaults. An empty value counts as unset.
 */
const Environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: count(0, 65535).default(3000),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' }).optional(),
  ALLOW_EMBEDDED_DATABASE: flag.default(false),
  ALLOW_EMPTY_DATABASE: flag.default(false),
  REFUSE_EMPTY_DATABASE: flag.default(false),
  DATABASE_POOL: count(3, 1000).default(POSTGRES_LIMITS.pool),
  DATABASE_TIMEOUT_MS: count(200, 3_600_000).default(POSTGRES_LIMITS.timeoutMs),
  DATABASE_EXIT_MS: count(1000, 3_600_000).default(60_000),
  METRICS_PORT: count(1, 65535).optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  CLICKHOUSE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) URL, with user and password if needed' })
    .optional(),
  PUBLISHABLE_KEY: z
    .string()
    .regex(/^[\w.-]{8,200}$/, 'must be 8 to 200 letters, digits, . _ -')
    .default('leadwell-public'),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  AUTH_SECRET_OLD: z.string().min(32, 'must have at least 32 characters').optional(),
  ADMIN_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  STAFF_EMAILS: list
    .pipe(z.array(z.email('must be email addresses, separated by commas').toLowerCase()))
    .default([]),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_\w+$/, 'must be a secret Stripe key (sk_... or rk_...)')
    .optional(),
  STRIPE_WEBHOOK_SECRET: webhookSecret.optional(),
  STRIPE_WEBHOOK_SECRET_OLD: webhookSecret.optional(),
  STRIPE_API_BASE: origin.optional(),
  TRIAL_REQUIRES_CARD: flag.optional(),
  PUBLIC_URL: origin.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n]* )?<?[^\s<>@]+@[^\s<>@]+>?$/, 'must look like: Leadwell <mail@example.com>')
    .default('Leadwell <no-reply@localhost>'),
  TRUST_PROXY: proxies.default(null),
  WORKER: choice('inline', 'none').default('inline'),
  DNS_SERVERS: list
    .pipe(
      z.array(
        z
          .string()
          .regex(
            /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:]+\])(:\d{1,5})?$/i,
            'must be addresses like 127.0.0.1:5354, separated by commas',
          ),
      ),
    )
    .optional(),
  ALLOW_PRIVATE_NETWORK: flag.default(false),
  APOLLO_API_KEY: z.string().optional(),
  APOLLO_API_BASE: httpUrl.optional(),
  APOLLO_ENRICH: flag.default(true),
  CRAWL_CONCURRENCY: count(1, 2048).default(256),
  TDM_OPT_OUT: choice('ignore', 'respect').default('ignore'),
  TASK_TIME_BUDGET_MS: count(1000, 86_400_000).default(TASK_TIME_BUDGET_MS),
  SIGNUPS_PER_HOUR_PER_ADDRESS: count(1, 1_000_000).default(300),
  SIGN_INS_PER_QUARTER_HOUR_PER_ADDRESS: count(1, 1_000_000).default(300),
  GOOGLE_CLIENT_ID: z.string().max(500).optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: openIdIssuer.default('https://accounts.google.com'),
  MICROSOFT_CLIENT_ID: z.string().max(500).optional(),
  MICROSOFT_CLIENT_SECRET: z.string().optional(),
  MICROSOFT_TENANT: z
    .string()
    .regex(/^[\w.-]{1,200}$/, 'must be common, organizations, consumers or the ID of a tenant')
    .toLowerCase()
    .default('common'),
  MICROSOFT_ISSUER: openIdIssuer.default('https://login.microsoftonline.com'),
  SESSIONS_PER_ACCOUNT: count(1, 10_000).default(50),
  API_KEYS_PER_ACCOUNT: count(1, 10_000).default(20),
  API_REQUESTS_PER_MINUTE: count(1, 1_000_000).default(600),
  MAIL_REQUESTS_PER_HOUR_PER_ADDRESS: count(1, 1_000_000).default(60),
  MAILS_PER_HOUR_PER_MAILBOX: count(1, 1000).default(10),
  LANDING_STATISTICS: z
    .string()
    .transform((text, context) => {
      try {
        return statistics.parse(JSON.parse(text));
      } catch {
        context.addIssue('must be a JSON list of up to 6 entries like [{"value":"92%","label":"accuracy"}]');
        return z.NEVER;
      }
    })
    .optional(),
  OPERATOR_NAME: line(200).optional(),
  OPERATOR_ADDRESS: line(300).optional(),
  OPERATOR_EMAIL: z.email('must be an email address that people can write to').optional(),
  OPERATOR_JURISDICTION: line(200).optional(),
  TUTORIALS_PLAYLIST: z.url({ protocol: /^https$/, error: 'must be an https URL of a playlist' }).optional(),
  WAITING_TASKS_PER_ACCOUNT: count(1, 10_000).default(50),
  STORED_ROWS_PER_ACCOUNT: count(1, 1_000_000_000).default(2_000_000),
  STORED_ROWS_PER_FREE_ACCOUNT: count(1, 1_000_000_000).default(200_000),
  STORED_MB_PER_ACCOUNT: count(1, 1_000_000).default(2000),
  STORED_MB_PER_FREE_ACCOUNT: count(1, 1_000_000).default(200),
  LISTS_PER_ACCOUNT: count(1, 100_000).default(500),
  LIST_ROWS_PER_ACCOUNT: count(1, 1_000_000_000).default(500_000),
  LIST_ROWS_PER_FREE_ACCOUNT: count(1, 1_000_000_000).default(10_000),
  LIST_MB_PER_ACCOUNT: count(1, 1_000_000).default(500),
  LIST_MB_PER_FREE_ACCOUNT: count(1, 1_000_000).default(20),
  DEVICES_PER_ACCOUNT: count(1, 10_000).default(20),
  MIN_FREE_DISK_MB: count(0, 1_000_000).default(200),
  BACKUP_FOLDER: z.string().optional(),
  BACKUP_EVERY_HOURS: count(1, 10_000).default(24),
  BACKUP_KEEP: count(1, 10_000).default(7),
  BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
  WATCHDOG_SECONDS: z.union([z.literal('0').transform(() => 0), count(10, 3600)]).default(60),
  TASK_RETENTION_DAYS: count(1, 36_500).optional(),
  OUTBOX_RETENTION_DAYS: count(1, 36_500).optional(),
  ADMIN_LOG_RETENTION_DAYS: count(1, 36_500).optional(),
  LOG_FORMAT: choice(...LOG_FORMATS).optional(),
  LOG_LEVEL: choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  ...joinShapes(toolSettings),
});

/** All environment names. .env.example lists the same ones. */
export const ENVIRONMENT_NAMES: readonly string[] = Object.keys(Environment.shape);

/** Settings that can also be read from a file, named by the setting with `_FILE` at its end. */
export const FILE_SETTINGS: readonly (keyof typeof Environment.shape)[] = [
  'DATABASE_URL',
  'CLICKHOUSE_URL',
  'AUTH_SECRET',
  'AUTH_SECRET_OLD',
  'ADMIN_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_WEBHOOK_SECRET_OLD',
  'SMTP_URL',
  'GOOGLE_CLIENT_SECRET',
  'MICROSOFT_CLIENT_SECRET',
  'APOLLO_API_KEY',
  'BACKUP_PASSPHRASE',
  ...Object.values(toolSettings).flatMap(({ files = [] }) => files),
];

/** Settings of the commands that work with an account on a server. */
const OTHERS = ['LEADWELL_URL', 'LEADWELL_API_KEY'];

export type Config = Omit<z.infer<typeof Environment>, 'TRIAL_REQUIRES_CARD'> & {
  /** Gate rule 4 (docs/deviations.md 5). Defaults to true with Stripe. */
  TRIAL_REQUIRES_CARD: boolean;
  /** No DATABASE_URL: all data is in DATA_DIR, and only this process can open it. */
  embedded: boolean;
};

/** The environment is invalid. `problems` has one line for each invalid or missing name. */
export class ConfigError extends OperatorError {
  override readonly name = 'ConfigError';
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The configuration is invalid:\n${problems.map((line) => `  ${line}`).join('\n')}`);
    this.problems = problems;
  }
}

const LOOPBACK_HOSTS = new Set(['127.0.0.1', '::1', 'localhost']);

/** Whether the server listens only on loopback. */
export function listensOnLoopback(config: Pick<Config, 'HOST'>): boolean {
  return LOOPBACK_HOSTS.has(config.HOST) || /^127\.\d+\.\d+\.\d+$/.test(config.HOST);
}

/**
 * Whether only this machine can reach the server, which enables loopback-only features (docs/deviations.md,
 * secure by default). A PUBLIC_URL on another host means that a proxy exposes the server.
 */
export function isLocalOnly(config: Pick<Config, 'HOST' | 'PUBLIC_URL'>): boolean {
  const publicHost = config.PUBLIC_URL ? new URL(config.PUBLIC_URL).hostname : '127.0.0.1';
  return listensOnLoopback(config) && listensOnLoopback({ HOST: publicHost.replace(/^\[|\]$/g, '') });
}

/** The settings that aren't empty, with those in files, and a line for each file that can't be used. */
export function readSettings(environment: RawSettings): { settings: RawSettings; problems: string[] } {
  const given = Object.entries(environment).filter(([, value]) => value !== undefined && value !== '');
  return readSettingFiles(Object.fromEntries(given), FILE_SETTINGS);
}

/**
 * Parses the environment, and reads the files that `*_FILE` settings name. Throws ConfigError with all
 * problems at once: names that look like a setting, unreadable files, invalid values and, unless the server listens on loopback, missing
 * secrets (docs/deviations.md, secure by default).
 */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  const { settings, problems: unread } = readSettings(environment);
  // A file that can't be used is reported as such, and not also as missing.
  const inFiles = Object.fromEntries(
    FILE_SETTINGS.filter((name) => environment[`${name}_FILE`]).map((name) => [name, 'in a file']),
  );
  const parsed = Environment.safeParse(settings);
  const invalid = (parsed.error?.issues ?? []).map(
    ({ path: [name], message }) => `${String(name)}: ${message} (${describeValue(settings, name)})`,
  );
  const problems = [
    ...unknownSettings(Object.keys(settings), {
      names: ENVIRONMENT_NAMES,
      files: FILE_SETTINGS,
      others: OTHERS,
    }),
    ...unread,
    ...new Set(invalid),
    ...findMissing({ ...inFiles, ...settings }),
  ];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  const { TRIAL_REQUIRES_CARD = parsed.data.STRIPE_SECRET_KEY !== undefined } = parsed.data;
  return { ...parsed.data, TRIAL_REQUIRES_CARD, embedded: parsed.data.DATABASE_URL === undefined };
}

/** How the log looks: as LOG_FORMAT says, or as text for a terminal. */
export function logFormat({ LOG_FORMAT }: Pick<Config, 'LOG_FORMAT'>): LogFormat {
  return LOG_FORMAT ?? (process.stderr.isTTY ? 'pretty' : 'json');
}

/** Reports what other settings require. Separate from parsing, so that one start reports all problems. */
function findMissing(settings: RawSettings): string[] {
  const problems: string[] = [];
  const { HOST = '127.0.0.1' } = settings;
  if (!listensOnLoopback({ HOST })) {
    const isEmbedded = flag.safeParse(settings.ALLOW_EMBEDDED_DATABASE).data && !settings.DATABASE_URL;
    const needed = isEmbedded ? ['PUBLIC_URL'] : ['AUTH_SECRET', 'ADMIN_KEY', 'DATABASE_URL', 'PUBLIC_URL'];
    for (const name of needed) {
      if (!settings[name])
        problems.push(`${name}: must be set because HOST is ${HOST}, which isn't loopback`);
    }
  } else if (settings.DATABASE_URL && !settings.AUTH_SECRET) {
    problems.push(
      'AUTH_SECRET: must be set with DATABASE_URL, to the same value on every server (at least 32 characters)',
    );
  }
  if (settings.AUTH_SECRET_OLD && !settings.AUTH_SECRET)
    problems.push('AUTH_SECRET: must be set with AUTH_SECRET_OLD, to the new value');
  if (settings.STRIPE_SECRET_KEY && !settings.STRIPE_WEBHOOK_SECRET) {
    problems.push(
      'STRIPE_WEBHOOK_SECRET: must be set with STRIPE_SECRET_KEY, to verify webhook events from Stripe',
    );
  }
  if (settings.STRIPE_WEBHOOK_SECRET && !settings.STRIPE_SECRET_KEY) {
    problems.push(
      'STRIPE_SECRET_KEY: must be set with STRIPE_WEBHOOK_SECRET. Set it to take payments with Stripe, or unset both',
    );
  }
  if (settings.STRIPE_WEBHOOK_SECRET_OLD && !settings.STRIPE_WEBHOOK_SECRET) {
    problems.push(
      'STRIPE_WEBHOOK_SECRET: must be set with STRIPE_WEBHOOK_SECRET_OLD, to the new value. Or unset both',
    );
  }
  for (const name of ['GOOGLE', 'MICROSOFT']) {
    for (const [set, missing] of [
      [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`],
      [`${name}_CLIENT_SECRET`, `${name}_CLIENT_ID`],
    ] as const) {
      if (settings[set] && !settings[missing]) problems.push(`${missing}: must be set with ${set}`);
    }
  }
  if (settings.SMTP_URL && !settings.MAIL_FROM) {
    problems.push('MAIL_FROM: must be set with SMTP_URL, to an address that the mail server can send from');
  }
  const ofTools = Object.values<Pick<ToolSettings, 'findMissing'>>(toolSettings).flatMap(
    (tool) => tool.findMissing?.(settings) ?? [],
  );
  return [...problems, ...ofTools];
}

const SECRET_NAMES = /SECRET|KEY|URL|PROXY|PASSPHRASE|TOKEN\b/;

function describeValue(settings: RawSettings, name: unknown): string {
  const value = settings[String(name)];
  if (value === undefined) return 'not set';
  return SECRET_NAMES.test(String(name)) ? 'value hidden' : `got ${JSON.stringify(value.slice(0, 80))}`;
}
