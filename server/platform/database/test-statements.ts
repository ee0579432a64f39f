import type { KyselyPlugin } from 'kysely';
import type { Database } from './db.ts';

/** A statement that a database ran. */
export interface RanStatement {
  /** the text of a raw statement; otherwise its kind, such as SelectQueryNode */
  text: string;
  /** returned, inserted, changed or deleted */
  rows: number;
}

/** The same database, which also records each statement when it is done. */
export function recordStatements(database: Database): { database: Database; statements: RanStatement[] } {
  const statements: RanStatement[] = [];
  const texts = new WeakMap<object, string>();
  const recorder: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      texts.set(queryId, statementText(node));
      return node;
    },
    transformResult: async ({ queryId, result }) => {
      const rows = Math.max(result.rows?.length ?? 0, Number(result.numAffectedRows ?? 0));
      statements.push({ text: texts.get(queryId) ?? '', rows });
      return result;
    },
  };
  return { database: { ...database, db: database.db.withPlugin(recorder) }, statements };
}

/** The fragments of a raw statement, also of those inside it. */
function statementText(node: object): string {
  if (!('sqlFragments' in node)) return 'kind' in node ? String(node.kind) : '';
  const { sqlFragments, parameters } = node as { sqlFragments: string[]; parameters: object[] };
  return sqlFragments
    .map((fragment, index) => fragment + (parameters[index] ? statementText(parameters[index]) : ''))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}
