import { runStep } from './run-step.ts';

/** Several threads check the same types twice, and other tests keep the cores busy. */
const ONE_THREAD = '--singleThreaded';

const CHECKS: readonly [title: string, bin: string, args: string[]][] = [
  ['types', 'typescript/bin/tsc', ['-p', '.', ONE_THREAD]],
  ['types of the web client', 'typescript/bin/tsc', ['-p', 'web', ONE_THREAD]],
  ['types of the extensions', 'typescript/bin/tsc', ['-p', 'extension', ONE_THREAD]],
  ['types of the browser tests', 'typescript/bin/tsc', ['-p', 'e2e', ONE_THREAD]],
  ['types of the n8n nodes', 'typescript/bin/tsc', ['-p', 'integrations/n8n-build', ONE_THREAD]],
  ['types of the client', 'typescript/bin/tsc', ['-p', 'integrations/typescript', '--noEmit', ONE_THREAD]],
  ['lint and format', '@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '.']],
  ['import rules', 'vitest/vitest.mjs', ['run', '--project=rules', '--reporter=dot']],
  ['unused code', 'knip/bin/knip.js', ['--no-progress']],
];

/** Checks types, lint, import rules and unused code. Returns how many checks passed and failed, and the failed ones. */
export async function check(beside = false): Promise<{ passed: number; failed: number; failures: string[] }> {
  const failures: string[] = [];
  for (const [title, bin, args] of CHECKS)
    if ((await runStep({ title, bin, args }, beside)) !== 0) failures.push(title);
  return { passed: CHECKS.length - failures.length, failed: failures.length, failures };
}

/** `npm run check` */
export async function main(): Promise<void> {
  const { failed } = await check();
  process.exitCode = failed > 0 ? 1 : 0;
}
