import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { OperatorError } from '../../platform/operator-error.ts';
import { openStatusFile } from './status-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadwell-status-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('says which file it can’t delete once the answer is written', async () => {
  const path = join(folder, '20260312_4821_Email_status.csv');
  mkdirSync(`${path}.unfinished`);
  const file = await openStatusFile(path, { isPart: false });
  const failure = await file.finish(new Map()).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OperatorError);
  expect((failure as OperatorError).message).toContain(`${path}.unfinished can't be deleted: `);
});
