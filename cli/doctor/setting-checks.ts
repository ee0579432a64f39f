import { configChecks } from '#server/operator/doctor/config-checks.ts';
import { fault, type HealthCheck, ok } from '#server/platform/operator/health-check.ts';
import type { ReadConfig } from './read-config.ts';

const CONFIGURE = 'Correct it in the environment or .env: docs/operate/configure.md.';

/** The checks of the settings themselves: invalid ones, and those that don't fit a server that others can reach. */
export function settingChecks({ problems, config }: ReadConfig): HealthCheck[] {
  return [
    {
      name: 'settings',
      run: async () =>
        problems.length === 0
          ? ok('all are valid')
          : problems.map((problem) => fault(problem.replace(/\.$/, ''), CONFIGURE)),
    },
    ...(config ? configChecks(config) : []),
  ];
}
