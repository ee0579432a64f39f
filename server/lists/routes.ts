import type { Call } from '#contract/call.ts';
import { CALLS } from '#contract/calls.ts';
import { COLLECT_CALLS } from '#contract/collect.ts';
import { deviceAuthenticator, noteVersion, requireDevice } from '../devices/devices.ts';
import type { Binder, SignedInRequest } from '../http/bind.ts';
import { createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import { createSearchTurns } from '../http/search-turns.ts';
import { streamBytes, streamText } from '../http/text-stream.ts';
import { idempotencyClaim } from '../idempotency/idempotency.ts';
import { runHeavy } from '../platform/database/database-turns.ts';
import { xlsxOfCsv } from '../platform/xlsx/xlsx-file.ts';
import { replyAccepted } from '../tasks/task-reply.ts';
import { addListRows } from './add-list-rows.ts';
import { changeListColumns } from './change-columns.ts';
import { createChangeTurns } from './change-turns.ts';
import { toolsFor } from './choose-columns.ts';
import { createColumnIndex } from './column-index/column-index.ts';
import { countExport } from './count-export.ts';
import { createList } from './create-list.ts';
import { dateExport } from './date-export.ts';
import { deleteList, deleteRows } from './delete-rows.ts';
import { type EditResult, editList } from './edit-list.ts';
import { type ExclusionOf, openLeftOut } from './exclusions/left-out.ts';
import { setExclusion } from './exclusions/set-exclusion.ts';
import { importRows } from './import-rows.ts';
import { FILE_TYPES, fileDisposition, listFile } from './list-csv.ts';
import { confirmListExport, viewExports } from './list-exports.ts';
import { listFields } from './list-fields.ts';
import { createListSearch, type ListQuery, readsAll } from './list-search.ts';
import { deleteView, saveView } from './list-views.ts';
import { conditionColumns, renameList, requireColumns, requireList, viewList, viewLists } from './lists.ts';
import { mergeDuplicates } from './merge-duplicates.ts';
import { createReadingTurns } from './reading-turns.ts';
import { readCursor, writeCursor } from './row-cursor.ts';
import { rowsById } from './row-steps.ts';
import { acceptLeadSave, type SaveDeps, viewLeadSave } from './save-leads.ts';
import { saveRows } from './save-rows.ts';
import { saveTask } from './save-task.ts';
import { quoteTask, startWithList } from './start-from-list.ts';
import type { ListRecord } from './store.ts';
import { pageByTime } from './time-cursor.ts';
import { undoEdit } from './undo-edit.ts';
import { shownRows } from './view-rows.ts';

const IMPORTS: RateLimit = { name: 'extension-import', limit: 120, windowMs: 60_000 };
/** Enough for a user who types and clicks quickly. */
const SEARCHES: RateLimit = { name: 'list-search', limit: 300, windowMs: 60_000 };
const FILES: RateLimit = { name: 'list-csv', limit: 60, windowMs: 3_600_000 };
/** Enough for a user who opens the export of many lists. */
const EXPORTS: RateLimit = { name: 'list-exports', limit: 300, windowMs: 60_000 };
/** Searches of one account that wait. A page sends one for each word. */
const MAX_WAITING = 10;
/** Plain pages of a list. */
const PAGES: RateLimit = { name: 'list-rows', limit: 600, windowMs: 60_000 };
/** Enough for a user who tries other columns. */
const QUOTES: RateLimit = { name: 'list-quote', limit: 120, windowMs: 60_000 };
const LEAD_SAVES: RateLimit = { name: 'list-save-leads', limit: 60, windowMs: 3_600_000 };
/** 500 rows each: a list of 100,000 rows in 200 requests. */
const ADDS: RateLimit = { name: 'list-add-rows', limit: 600, windowMs: 60_000 };
const EDITS: RateLimit = { name: 'list-edit', limit: 300, windowMs: 60_000 };
const SAVES: RateLimit = { name: 'list-save', limit: 60, windowMs: 3_600_000 };

function isPhone(list: ListRecord, column: string): boolean {
  return listFields(list).some(({ id, type }) => id === column && type === 'phone');
}

/** Mounts saved lists, and the import that the extensions send rows with. */
export function mountLists(binder: Binder, deps: SaveDeps): void {
  const { db } = deps.database;
  const limiter = createRateLimiter(deps);
  const searches = createListSearch(db, createColumnIndex(deps));
  const turns = createSearchTurns(MAX_WAITING);
  const changing = createChangeTurns();
  const starting = { ...deps, reading: createReadingTurns() };

  binder.signedIn(
    COLLECT_CALLS.import,
    async (request) => {
      const device = requireDevice(request.session, request.input.site);
      await limiter.take(IMPORTS, device.accountId);
      const claim = idempotencyClaim(deps, request, COLLECT_CALLS.import.name);
      const reply = await importRows(deps, device, request.input, claim);
      await noteVersion(deps, device, request.input.readerVersion);
      return reply;
    },
    { authenticate: deviceAuthenticator(deps) },
  );

  /** One search of an account at a time, which ends when the client leaves. */
  async function inTurn<T>(
    { session: { accountId }, context }: Pick<SignedInRequest<Call>, 'session' | 'context'>,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    await limiter.take(SEARCHES, accountId);
    const { signal } = context.req.raw;
    return turns.run(accountId, () => runHeavy(accountId, () => work(signal)), signal);
  }

  /** Who the lists that a request names leave out; null for no one. */
  function leftOutOf(accountId: string, list: ListRecord, leaveOut = ''): Promise<ExclusionOf | null> {
    const wanted = leaveOut === '' ? [] : leaveOut.split(',');
    return runHeavy(accountId, () => openLeftOut(deps, accountId, list, wanted));
  }

  binder.signedIn(CALLS.lists, ({ session, input }) => viewLists(deps, session.accountId, input));

  binder.signedIn(CALLS.listRows, async ({ session, input, context }) => {
    const list = await requireList(deps, session.accountId, input.id);
    const { search, where, sort, direction, order, limit, page, after } = input;
    requireColumns(list, [...conditionColumns(where), ...(sort === undefined ? [] : [sort])]);
    const query: ListQuery = {
      search,
      where,
      sort: sort === undefined ? null : { column: sort, direction, asText: isPhone(list, sort) },
      order,
      offset: (page - 1) * limit,
      limit,
      after: after === undefined ? undefined : readCursor(after),
    };
    const isSearch = readsAll(query) || Boolean(input.leaveOut);
    if (!isSearch) await limiter.take(PAGES, session.accountId);
    const { rows, total, leftOutBy, next } = isSearch
      ? await inTurn({ session, context }, async (signal) => {
          const exclusionOf = await leftOutOf(session.accountId, list, input.leaveOut);
          return searches.page(list, { ...query, exclusionOf }, signal);
        })
      : await searches.page(list, query);
    return {
      list: viewList(deps, list),
      rows: await shownRows(deps, list, rows),
      total,
      leftOut: leftOutBy.reduce((all, each) => all + each.rows, 0),
      leftOutBy,
      next: next && writeCursor(next),
    };
  });

  binder.signedIn(CALLS.listCsv, async ({ session, input, context }) => {
    const list = await requireList(deps, session.accountId, input.id);
    requireColumns(list, conditionColumns(input.where));
    await limiter.take(FILES, session.accountId);
    const exclusionOf = await leftOutOf(session.accountId, list, input.leaveOut);
    const file = await listFile(deps, list, input, exclusionOf);
    return new Response(
      runHeavy(session.accountId, () =>
        input.format === 'xlsx'
          ? streamBytes(context, () => xlsxOfCsv(file(), { name: list.name }))
          : streamText(context, file),
      ),
      {
        headers: {
          'Content-Type': FILE_TYPES[input.format],
          'Content-Disposition': fileDisposition(list.name, input.format),
          'Cache-Control': 'no-store',
        },
      },
    );
  });

  binder.signedIn(CALLS.listExportCount, async ({ session, input, context }) => {
    const list = await requireList(deps, session.accountId, input.id);
    requireColumns(list, conditionColumns(input.where));
    return inTurn({ session, context }, async (signal) =>
      countExport(deps, list, input, await leftOutOf(session.accountId, list, input.leaveOut), signal),
    );
  });

  binder.signedIn(CALLS.listExports, async ({ session, input }) => {
    await limiter.take(EXPORTS, session.accountId);
    const list = await requireList(deps, session.accountId, input.id);
    const found = await viewExports(deps, list, input);
    const { page, next } = pageByTime(found, input, ({ at, name }) => ({ ms: Date.parse(at), name }));
    return { exports: page, next };
  });

  binder.signedIn(CALLS.listExportConfirm, async ({ session, input }) => {
    await limiter.take(EXPORTS, session.accountId);
    await confirmListExport(deps, await requireList(deps, session.accountId, input.id), input.confirm);
    return {};
  });

  binder.signedIn(CALLS.listExportDate, async ({ session: { accountId }, input }) => {
    await limiter.take(FILES, accountId);
    const from = await requireList(deps, accountId, input.id);
    requireColumns(from, conditionColumns(input.where));
    const exclusionOf = await leftOutOf(accountId, from, input.leaveOut);
    return changing.run(accountId, async () => {
      const { list, edit, rows } = await dateExport(deps, accountId, input, exclusionOf);
      return { list: viewList(deps, list), edit, rows };
    });
  });

  binder.signedIn(CALLS.listRename, ({ session, input }) =>
    renameList(deps, session.accountId, input.id, input.name),
  );

  binder.signedIn(CALLS.listDelete, async ({ session, input }) => {
    await runHeavy(session.accountId, () => deleteList(deps, session.accountId, input.id));
    return {};
  });

  binder.signedIn(CALLS.listDeleteRows, async ({ session: { accountId }, input }) => {
    const { id, rows, search, where, leaveOut, edit } = input;
    await limiter.take(EDITS, accountId);
    const list = await requireList(deps, accountId, id);
    requireColumns(list, conditionColumns(where));
    const exclusionOf = await leftOutOf(accountId, list, leaveOut);
    const wanted = rows ?? { search, where, exclusionOf };
    return changing.run(accountId, () => deleteRows(deps, accountId, id, wanted, edit));
  });

  const viewRows = async ({ list, edit, rows, refused, notes, conflicts }: EditResult) => ({
    list: viewList(deps, list),
    edit,
    refused,
    notes,
    conflicts,
    rows: await shownRows(deps, list, await rowsById(db, list.id, rows)),
  });

  binder.signedIn(CALLS.listCreate, async (request) => {
    const { accountId } = request.session;
    await limiter.take(SAVES, accountId);
    const claim = idempotencyClaim(deps, request, CALLS.listCreate.name);
    return viewList(deps, await createList(deps, accountId, request.input, claim));
  });

  binder.signedIn(CALLS.listAddRows, async (request) => {
    const { accountId } = request.session;
    await limiter.take(ADDS, accountId);
    const claim = idempotencyClaim(deps, request, CALLS.listAddRows.name);
    const { list, ...counts } = await changing.run(accountId, () =>
      addListRows(deps, accountId, request.input, { claim }),
    );
    return { list: viewList(deps, list), ...counts };
  });

  binder.signedIn(CALLS.listEdit, async (request) => {
    const { accountId } = request.session;
    await limiter.take(EDITS, accountId);
    const claim = idempotencyClaim(deps, request, CALLS.listEdit.name);
    return changing.run(accountId, async () =>
      viewRows(await editList(deps, accountId, request.input, claim)),
    );
  });

  binder.signedIn(CALLS.listUndo, async ({ session: { accountId }, input }) => {
    await limiter.take(EDITS, accountId);
    return changing.run(accountId, async () => viewRows(await undoEdit(deps, accountId, input)));
  });

  binder.signedIn(CALLS.listSetExclusion, async ({ session: { accountId }, input }) => {
    await limiter.take(EDITS, accountId);
    return setExclusion(deps, accountId, input);
  });

  binder.signedIn(CALLS.listSaveView, async ({ session: { accountId }, input }) => {
    await limiter.take(EDITS, accountId);
    return saveView(deps, accountId, input);
  });

  binder.signedIn(CALLS.listDeleteView, async ({ session: { accountId }, input }) => {
    await limiter.take(EDITS, accountId);
    return deleteView(deps, accountId, input);
  });

  binder.signedIn(CALLS.listMergeDuplicates, async ({ session, input, context }) =>
    inTurn({ session, context }, () => mergeDuplicates(deps, session.accountId, input)),
  );

  binder.signedIn(CALLS.listChangeColumns, async ({ session: { accountId }, input }) => {
    await limiter.take(EDITS, accountId);
    return viewList(deps, await runHeavy(accountId, () => changeListColumns(deps, accountId, input)));
  });

  binder.signedIn(CALLS.listQuote, async ({ session, input, context }) => {
    await limiter.take(QUOTES, session.accountId);
    return quoteTask(starting, session.accountId, input, input.columns, context.req.raw.signal);
  });

  binder.signedIn(CALLS.listStart, async (request) => {
    await limiter.take(QUOTES, request.session.accountId);
    const claim = idempotencyClaim(deps, request, CALLS.listStart.name);
    const task = await startWithList(starting, request.session, request.input, claim);
    return replyAccepted(request.context, task, deps.config.TASK_RETENTION_DAYS);
  });

  binder.signedIn(CALLS.listSaveTask, async ({ session, input }) => {
    const { accountId } = session;
    await limiter.take(SAVES, accountId);
    // The uploaded file of a task is in memory while its rows are read.
    const { list, ...counts } = await deps.turns.run(accountId, () =>
      runHeavy(accountId, () => saveTask(deps, accountId, input)),
    );
    return { list: viewList(deps, list), ...counts };
  });

  binder.signedIn(CALLS.listSaveRows, async ({ session, input }) => {
    await limiter.take(SAVES, session.accountId);
    const { list, ...counts } = await runHeavy(session.accountId, () =>
      saveRows(deps, session.accountId, input),
    );
    return { list: viewList(deps, list), ...counts };
  });

  binder.signedIn(CALLS.listSaveLeads, async (request) => {
    const { session, input, context } = request;
    await limiter.take(LEAD_SAVES, session.accountId);
    const claim = idempotencyClaim(deps, request, CALLS.listSaveLeads.name);
    const { signal } = context.req.raw;
    return context.json(await acceptLeadSave(deps, session, input, { claim, signal }), 202);
  });

  binder.signedIn(CALLS.listLeadSave, ({ session, input }) =>
    viewLeadSave(deps, session.accountId, input.id),
  );

  binder.signedIn(CALLS.listLeadTools, async ({ input: { database } }) => {
    const { table } = await deps.leadSearch.state(database);
    return { tools: toolsFor(deps.taskTools, { kind: 'leads', database }, table.columns) };
  });
}
