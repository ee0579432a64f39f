import { homedir, hostname } from 'node:os';
import { resolve } from 'node:path';
import { ENVIRONMENT_NAMES, FILE_SETTINGS } from '#server/config.ts';

/** Settings whose values may be shown: numbers, switches and words from a list. All others only say that they are set. */
const SHOWN: ReadonlySet<string> = new Set([
  'PORT',
  'ALLOW_EMBEDDED_DATABASE',
  'ALLOW_EMPTY_DATABASE',
  'REFUSE_EMPTY_DATABASE',
  'DATABASE_POOL',
  'DATABASE_TIMEOUT_MS',
  'DATABASE_EXIT_MS',
  'METRICS_PORT',
  'TRIAL_REQUIRES_CARD',
  'TRUST_PROXY',
  'WORKER',
  'ALLOW_PRIVATE_NETWORK',
  'APOLLO_ENRICH',
  'CRAWL_CONCURRENCY',
  'TDM_OPT_OUT',
  'TASK_TIME_BUDGET_MS',
  'SIGNUPS_PER_HOUR_PER_ADDRESS',
  'SIGN_INS_PER_QUARTER_HOUR_PER_ADDRESS',
  'SESSIONS_PER_ACCOUNT',
  'API_KEYS_PER_ACCOUNT',
  'API_REQUESTS_PER_MINUTE',
  'MAIL_REQUESTS_PER_HOUR_PER_ADDRESS',
  'MAILS_PER_HOUR_PER_MAILBOX',
  'WAITING_TASKS_PER_ACCOUNT',
  'STORED_ROWS_PER_ACCOUNT',
  'STORED_ROWS_PER_FREE_ACCOUNT',
  'STORED_MB_PER_ACCOUNT',
  'STORED_MB_PER_FREE_ACCOUNT',
  'LISTS_PER_ACCOUNT',
  'LIST_ROWS_PER_ACCOUNT',
  'LIST_ROWS_PER_FREE_ACCOUNT',
  'LIST_MB_PER_ACCOUNT',
  'LIST_MB_PER_FREE_ACCOUNT',
  'DEVICES_PER_ACCOUNT',
  'MIN_FREE_DISK_MB',
  'WATCHDOG_SECONDS',
  'TASK_RETENTION_DAYS',
  'OUTBOX_RETENTION_DAYS',
  'ADMIN_LOG_RETENTION_DAYS',
  'LOG_FORMAT',
  'LOG_LEVEL',
  'SMTP_PORT',
  'PORT_25_TEST',
  'EMAIL_BATCH_PAUSE_MS',
  'GREYLIST_RETRY_MS',
  'RENDER',
  'AI_CREDITS_PER_1000_TOKENS',
]);
/** A value that isn't one of those could be anything, such as a password in the wrong line. */
const HARMLESS =
  /^(\d{1,12}(,\d{1,12})*|1|0|true|false|yes|no|on|off|inline|none|json|pretty|chromium|fatal|error|warn|info|debug|trace|silent)$/;

type Environment = Record<string, string | undefined>;

const ALL = [...ENVIRONMENT_NAMES, ...FILE_SETTINGS.map((name) => `${name}_FILE`)].sort();

/** Each setting that is set, with its value if that may be shown. */
export function shownSettings(environment: Environment): Record<string, string> {
  return Object.fromEntries(
    ALL.filter((name) => environment[name]).map((name) => {
      const value = environment[name] ?? '';
      return [name, SHOWN.has(name) && HARMLESS.test(value) ? value : 'set, hidden'];
    }),
  );
}

/** What must not be in a bundle wherever it is: the values of hidden settings, paths, and the name of this machine. */
export function hiddenValues(environment: Environment, dataDir: string): Map<string, string> {
  const hidden = new Map<string, string>([
    [resolve(dataDir), 'DATA_DIR'],
    [homedir(), 'HOME'],
    [hostname(), 'this machine'],
  ]);
  for (const name of ALL) {
    const value = environment[name];
    if (!value || (SHOWN.has(name) && HARMLESS.test(value)) || value === 'localhost') continue;
    hidden.set(value, name);
    for (const part of value.split(/[,\s]+/)) if (part.length > 5) hidden.set(part, name);
    if (URL.canParse(value)) {
      const { host, hostname: plainHost, username, password } = new URL(value);
      for (const part of [host, plainHost, decode(username), decode(password), password])
        if (part.length > 3) hidden.set(part, name);
    }
  }
  return hidden;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
