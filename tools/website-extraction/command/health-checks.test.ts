import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseConfig } from '#server/config.ts';
import { runChecks } from '#server/platform/operator/health-check.ts';
import { renderChecks } from './health-checks.ts';

it('find a Chromium that does not start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadwell-chromium-'));
  const path = join(folder, 'chromium');
  const found = () => runChecks(renderChecks(parseConfig({ RENDER: 'chromium', CHROMIUM_PATH: path })));
  writeFileSync(path, '#!/bin/sh\nexit 127\n');
  chmodSync(path, 0o755);
  expect(await found()).toMatchObject([
    { check: 'chromium', state: 'fault', todo: expect.stringContaining('CHROMIUM_PATH') },
  ]);
  writeFileSync(path, '#!/bin/sh\necho Chromium 1.2.3\n');
  expect(await found()).toMatchObject([{ state: 'ok', says: 'Chromium 1.2.3' }]);
  rmSync(folder, { recursive: true });
  expect(renderChecks(parseConfig({ RENDER: 'off' }))).toEqual([]);
});
