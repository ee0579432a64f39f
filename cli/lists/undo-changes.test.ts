import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { json as readJson } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { type Outcome, runHere } from '../test-run-here.ts';
import { json, LIST, startTestServer } from './test-server.ts';

const [FIRST, SECOND, THIRD] = [randomUUID(), randomUUID(), randomUUID()] as const;
const TOO_OLD = 'This change is too old to be undone, or was undone before.';
const STATUS: Partial<Record<ErrorCode, number>> = { not_found: 404, internal: 500 };

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Undoes all three changes on a server that refuses some of them. Returns what the server was asked for, too. */
async function undoThree(
  refusals: Readonly<Record<string, { code: ErrorCode; message: string }>>,
): Promise<Outcome & { asked: string[] }> {
  const asked: string[] = [];
  const started = await startTestServer({
    'list-undo': async (request, response) => {
      const { edit } = (await readJson(request)) as { edit: string };
      asked.push(edit);
      const error = refusals[edit];
      response.statusCode = (error && STATUS[error.code]) ?? 200;
      if (error) return json(response, { error });
      const refused = [{ row: 1, added: null, reason: 'It has changed since then.' }];
      json(response, { list: LIST, edit: randomUUID(), rows: [], refused, notes: [], conflicts: [] });
    },
  });
  server = started.server;
  return { ...(await runHere(['lists', 'undo', 'Slow', FIRST, SECOND, THIRD], started.environment)), asked };
}

it('goes on with the others after a change that was undone before', async () => {
  expect(await undoThree({ [THIRD]: { code: 'not_found', message: TOO_OLD } })).toEqual({
    code: 0,
    out: '',
    err: `Slow: 2 of 3 changes undone\n  2 rows: It has changed since then.\n  ${THIRD}: ${TOO_OLD}\n`,
    asked: [THIRD, SECOND, FIRST],
  });
});

it('fails if none of the changes can be undone', async () => {
  const gone = { code: 'not_found', message: TOO_OLD } as const;
  expect(await undoThree({ [FIRST]: gone, [SECOND]: gone, [THIRD]: gone })).toMatchObject({
    code: 1,
    err: `Slow: 0 of 3 changes undone\n  ${THIRD}: ${TOO_OLD}\n  ${SECOND}: ${TOO_OLD}\n  ${FIRST}: ${TOO_OLD}\n`,
  });
});

it('says after a failure how to undo those that are left', async () => {
  const failed = await undoThree({ [SECOND]: { code: 'internal', message: 'Something went wrong.' } });
  expect(failed).toEqual({
    code: 1,
    out: '',
    err: [
      'Slow: 1 of 3 changes undone',
      '  1 row: It has changed since then.',
      'Something went wrong.',
      `To go on: leadwell lists undo ${LIST.id} ${FIRST} ${SECOND}`,
      '',
    ].join('\n'),
    asked: [THIRD, SECOND],
  });
});
