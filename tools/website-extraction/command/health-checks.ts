import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Config } from '#server/config.ts';
import { fault, type HealthCheck, ok } from '#server/platform/operator/health-check.ts';
import { firstErrorLine } from '#server/platform/operator-error.ts';
import { renderingChromium } from '../server/run-options.ts';

const START_MS = 15_000;
const run = promisify(execFile);

/** Whether the Chromium that renders pages starts. */
export function renderChecks(config: Config): HealthCheck[] {
  const path = renderingChromium(config);
  if (!path && config.RENDER !== 'chromium') return [];
  return [
    {
      name: 'chromium',
      run: async () => {
        const todo = 'Install Chromium, set CHROMIUM_PATH to its program, or set RENDER=off.';
        if (!path) return fault('no Chromium is installed, and RENDER needs one', todo);
        try {
          const { stdout } = await run(path, ['--version'], { timeout: START_MS });
          return ok(stdout.trim() || path);
        } catch (error) {
          return fault(`${path} doesn't start: ${firstErrorLine(error)}`, todo);
        }
      },
    },
  ];
}
