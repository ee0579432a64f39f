import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createLog } from '../log.ts';
import { createWarehouse } from './warehouse.ts';

const log = createLog('silent');
const folder = mkdtempSync(join(tmpdir(), 'leadwell-engine-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NOT_INSTALLED = `data:text/javascript,throw new Error("Cannot find package 'chdb'")`;
const one = { sql: 'SELECT 1 AS one' };

it('without the engine of this platform, a search says so at once, and again, and the log in one line', async () => {
  const logged = vi.spyOn(log, 'error');
  const warehouse = createWarehouse({ url: undefined, engine: { folder, log, pool: NOT_INSTALLED }, log });
  for (let search = 1; search <= 2; search += 1) {
    await expect(warehouse.rows(one, z.unknown())).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/Lead search isn't available on this server.*CLICKHOUSE_URL/),
    });
  }
  await warehouse.close();
  const reason = expect.stringMatching(/^The lead engine can't be loaded on .*Cannot find package 'chdb'$/);
  expect(logged.mock.calls).toEqual([[{ reason }, 'the lead engine is not available on this machine']]);
  logged.mockRestore();
});

it('a second engine on the folder of a running one says that it is in use', async () => {
  const first = createWarehouse({ url: undefined, engine: { folder, log }, log });
  await first.rows(one, z.unknown());
  const second = createWarehouse({ url: undefined, engine: { folder, log, startTries: 2 }, log });
  await expect(second.rows(one, z.unknown())).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/another program on this machine uses them.*CLICKHOUSE_URL/),
  });
  await second.close();
  await first.close();
});
