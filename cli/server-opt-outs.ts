import { sql } from 'kysely';
import type { TaskType } from '#contract/tasks.ts';
import { checkAgainst } from '#server/opt-outs/contact-check.ts';
import { copyOptOuts, readOptOutCopy } from '#server/opt-outs/opt-out-copy.ts';
import { identities } from '#server/opt-outs/opt-out-entry.ts';
import { openAuthSecret } from '#server/platform/database/auth-secret.ts';
import { openPostgres } from '#server/platform/database/db.ts';
import { firstErrorLine, OperatorError } from '#server/platform/operator-error.ts';
import { checkResult } from '#server/tasks/opted-out-rows.ts';
import { operate } from './operate.ts';
import { readSettings } from './settings.ts';

/** A result of a tool. */
export interface ToolResult<Row extends object> {
  input: string;
  row: Row;
  found: boolean;
}

/** The opt-out list of the server here, for commands that write contacts. */
export interface OptOutCheck {
  /** The result without people and companies that opted out, as a task would store it. */
  clean<Row extends object>(type: TaskType, result: ToolResult<Row>): Pick<ToolResult<Row>, 'row' | 'found'>;
  /** Whether the list contains any of these addresses or domains. */
  lists(keys: { emails: readonly string[]; domains: readonly string[] }): boolean;
}

const SETTINGS = ['DATA_DIR', 'DATABASE_URL', 'AUTH_SECRET', 'AUTH_SECRET_OLD'];
/** A table of a Leadwell database. */
const LIST = 'public.opt_outs';

/** The opt-out list of a server's data; null if it is empty. Throws OperatorError. */
export async function readServerOptOuts(): Promise<OptOutCheck | null> {
  const list = readOptOutCopy(await readRows());
  if (!list) return null;
  const isListed = checkAgainst(list);
  return {
    clean: <Row extends object>(type: TaskType, { input, row, found }: ToolResult<Row>) => {
      const checked = checkResult(type, input, row as Record<string, unknown>, isListed);
      return checked ? { row: checked.row as Row, found: found && checked.found } : { row, found };
    },
    lists: ({ emails, domains }) => list.includesAny(identities({ emails, websites: domains })),
  };
}

async function readRows(): Promise<object[]> {
  const { DATABASE_URL, AUTH_SECRET = '', AUTH_SECRET_OLD } = readSettings(SETTINGS);
  if (DATABASE_URL) return readFromPostgres(DATABASE_URL, AUTH_SECRET, AUTH_SECRET_OLD);
  const rows: object[] = [];
  await operate('optout-copy', {}, { row: (row) => rows.push(row), note: () => {} });
  return rows;
}

/** Only reads, because the database may be another program's. */
async function readFromPostgres(
  url: string,
  authSecret: string,
  oldSecret: string | undefined,
): Promise<object[]> {
  const database = openPostgres(url);
  try {
    const { rows } = await sql<{ found: boolean; secret: boolean }>`
      select to_regclass(${LIST}) is not null as found, to_regclass('public.auth_secret') is not null as secret
    `.execute(database.db);
    if (!rows[0]?.found) return [];
    const opened = rows[0].secret ? await openAuthSecret(database.db, authSecret, oldSecret) : null;
    const dataKey = opened?.dataKey ?? authSecret;
    return await copyOptOuts({ database, secrets: { dataKey, authSecret, earlier: null, adminKey: '' } });
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    throw new OperatorError(
      `The opt-out list in the database of DATABASE_URL can't be read: ${firstErrorLine(cause)}. Start the database, or unset DATABASE_URL to work without the list.`,
      { cause },
    );
  } finally {
    await database.close();
  }
}
