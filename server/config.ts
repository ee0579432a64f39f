import { z } from 'zod';
import { TASK_TIME_BUDGET_MS } from '#contract/limits.ts';
import { findChromium } from '#net/render/find-chromium.ts';

const flag = z
  .enum(['1', '0', 'true', 'false', 'yes', 'no', 'on', 'off'])
  .transform((word) => /^(1|true|yes|on)$/.test(word));
const emails = z.string().transform((list) =>
  list
    .split(',')
    .map((email) => email.trim().toLowerCase())
    .filter(Boolean),
);
const count = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });

/** The environment as the operator writes it. Names and defaults: docs/operate.md. Unset and empty mean the same. */
const Environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: count(0, 65535).default(3000),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  PUBLISHABLE_KEY: z
    .string()
    .regex(/^[\w.-]{8,200}$/, 'must be 8 to 200 letters, digits, . _ -')
    .default('leadwell-public'),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  ADMIN_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  STAFF_EMAILS: emails.default([]),
  TRIAL_REQUIRES_CARD: flag.optional(),
  PUBLIC_URL: httpUrl.optional(),
  TRUST_PROXY: flag.default(false),
  WORKER: z.enum(['inline', 'none']).default('inline'),
  DNS_SERVERS: z
    .string()
    .transform((list) =>
      list
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    )
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
  CRAWL_CONCURRENCY: count(1, 2048).default(256),
  TASK_TIME_BUDGET_MS: count(1000, 86_400_000).default(TASK_TIME_BUDGET_MS),
  RENDER: z.enum(['off', 'chromium']).default('off'),
  CHROMIUM_PATH: z.string().optional(),
  SIGNUPS_PER_HOUR_PER_ADDRESS: count(1, 1_000_000).default(300),
  LANDING_STATISTICS: z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON: [{"value":"…","label":"…"}, …]' });
        return z.NEVER;
      }
    })
    .pipe(z.array(z.object({ value: z.string(), label: z.string() })).max(6))
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Config = z.infer<typeof Environment> & {
  /** No DATABASE_URL: everything lives in DATA_DIR, held by this one process. */
  embedded: boolean;
};

/** The environment is not usable; `problems` has one line for each bad or missing name. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The configuration cannot be used:\n${problems.map((line) => `  ${line}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

const LOOPBACK_HOSTS = new Set(['127.0.0.1', '::1', 'localhost']);

/** Whether the server listens where only this machine reaches it. */
export function listensOnLoopback(config: Pick<Config, 'HOST'>): boolean {
  return LOOPBACK_HOSTS.has(config.HOST) || /^127\.\d+\.\d+\.\d+$/.test(config.HOST);
}

/**
 * Parses the environment once. Throws ConfigError that names every bad value, and on any address but loopback every secret
 * that is missing (docs/deviations.md, secure by default).
 */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(set);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map(
        (issue) => `${String(issue.path[0])}: ${issue.message} (it is ${shown(set, issue.path[0])})`,
      ),
    );
  }
  const config: Config = { ...parsed.data, embedded: parsed.data.DATABASE_URL === undefined };
  if (!listensOnLoopback(config)) {
    const missing = (['AUTH_SECRET', 'ADMIN_KEY', 'DATABASE_URL', 'PUBLIC_URL'] as const).filter(
      (name) => !config[name],
    );
    if (missing.length > 0) {
      throw new ConfigError(
        missing.map((name) => `${name}: must be set when HOST is ${config.HOST} (anything but loopback)`),
      );
    }
  }
  if (!config.embedded && !config.AUTH_SECRET) {
    throw new ConfigError([
      'AUTH_SECRET: must be set with DATABASE_URL, the same on every server (32 characters or more)',
    ]);
  }
  if (config.RENDER === 'chromium' && !findChromium(config.CHROMIUM_PATH)) {
    throw new ConfigError([
      'RENDER: is chromium, but none is installed. Install Chromium or set CHROMIUM_PATH to its program',
    ]);
  }
  return config;
}

/** The Chromium that shows pages which are empty without JavaScript, or null with RENDER off. */
export function rendererPath(config: Pick<Config, 'RENDER' | 'CHROMIUM_PATH'>): string | null {
  return config.RENDER === 'chromium' ? findChromium(config.CHROMIUM_PATH) : null;
}

const SECRET_NAMES = /SECRET|KEY|URL/;

function shown(environment: Record<string, string | undefined>, name: unknown): string {
  const value = environment[String(name)];
  if (value === undefined) return 'not set';
  return SECRET_NAMES.test(String(name)) ? 'set to something else' : JSON.stringify(value.slice(0, 80));
}
