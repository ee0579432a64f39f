import { setImmediate as nextTurn } from 'node:timers/promises';
import { accountJson } from '../accounts/personal-data.ts';
import type { Deps } from '../deps.ts';
import type { AddedField, PersonalData, PersonalField, PersonalTable } from '../platform/personal-data.ts';
import { exportedColumns, ownRows, ownRowsText } from './store.ts';

const PAGE_ROWS = 500;

/**
 * Yields everything stored about an account as one JSON object, in chunks of text: the account, then a list
 * for each declared table, in the order of the declarations.
 */
export async function* exportAccount(
  deps: Pick<Deps, 'database' | 'secrets' | 'clock'>,
  accountId: string,
  declared: readonly PersonalData[],
): AsyncGenerator<string> {
  const { db } = deps.database;
  const account = await accountJson(db, accountId);
  yield `{"exportedAt":${JSON.stringify(new Date(deps.clock.now()).toISOString())},"account":${account ?? 'null'}`;
  const tables = declared.filter((declaration) => declaration.kind === 'table');
  const columns = await exportedColumns(db, tables);
  const pageOf = (table: PersonalTable, after: string | null) => ({
    columns: columns.get(table.table) ?? [],
    accountId,
    after,
    limit: PAGE_ROWS,
  });
  for (const table of tables) {
    const fields = allFields(table, declared);
    yield `,"${table.name}":[`;
    let comma = '';
    if (fields.length === 0) {
      for await (const text of allTexts(table)) {
        yield comma + text;
        comma = ',\n';
      }
      yield ']';
      continue;
    }
    for await (const { key, json, fields: own } of allRows(table, fields)) {
      yield comma + json.replace(/\}$/, '');
      for (const { field, json: value } of own) {
        let name = `,"${field}":`;
        for await (const chunk of value(deps, key)) {
          yield name + chunk;
          name = '';
        }
      }
      yield '}';
      comma = ',\n';
    }
    yield ']';
  }
  yield '}\n';

  async function* allTexts(table: PersonalTable): AsyncGenerator<string> {
    for (let after: string | null = null; ; ) {
      const page: Awaited<ReturnType<typeof ownRowsText>> = await ownRowsText(
        db,
        table,
        pageOf(table, after),
      );
      if (page) yield page.text;
      if (!page || page.count < PAGE_ROWS) return;
      after = page.last;
      await nextTurn();
    }
  }

  /** `fields`: those of `all` that a row can have. */
  async function* allRows(
    table: PersonalTable,
    all: readonly AddedField[],
  ): AsyncGenerator<{ key: string; json: string; fields: readonly AddedField[] }> {
    const read = (after: string | null) => {
      const page = ownRows(db, table, pageOf(table, after));
      // The next page is read while this one is sent, and its reader may leave.
      page.catch(() => {});
      return page;
    };
    for (let next = read(null); ; ) {
      const page = await next;
      const isLast = page.length < PAGE_ROWS;
      if (!isLast) next = read(page.at(-1)?.key ?? null);
      const keys = page.map(({ key }) => key);
      const holders = await Promise.all(all.map(async (field) => field.among?.(deps, keys)));
      for (const row of page)
        yield { ...row, fields: all.filter((_, index) => holders[index]?.has(row.key) ?? true) };
      if (isLast) return;
      await nextTurn();
    }
  }
}

/** The table's own fields, then fields that other folders add. */
function allFields({ table, fields = [] }: PersonalTable, declared: readonly PersonalData[]) {
  const added = declared.filter(
    (declaration): declaration is PersonalField => declaration.kind === 'field' && declaration.of === table,
  );
  return [...fields, ...added];
}
