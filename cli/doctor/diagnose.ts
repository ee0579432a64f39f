import type { Finding, HealthCheck } from '#server/platform/operator/health-check.ts';
import { runChecks } from '#server/platform/operator/health-check.ts';
import { LEADWELL_VERSION } from '#server/platform/version.ts';
import * as toolCommands from '#tools/index/commands.ts';
import type { ToolCommands } from '../command.ts';
import { type Machine, machineChecks, THIS_MACHINE } from './machine-checks.ts';
import { outsideChecks } from './outside-checks.ts';
import type { ReadConfig } from './read-config.ts';
import { serverFindings } from './server-checks.ts';
import { settingChecks } from './setting-checks.ts';

/** The state of an installation. `at` is ISO 8601 in UTC. */
export interface Diagnosis {
  version: string;
  at: string;
  /** no faults; there can be warnings */
  healthy: boolean;
  faults: number;
  warnings: number;
  findings: Finding[];
}

/** Runs all checks beside each other. `offline`: without those that ask something outside. Changes nothing. */
export async function diagnose(
  read: ReadConfig,
  { offline, machine: planted }: { offline: boolean; machine?: Partial<Machine> },
): Promise<Diagnosis> {
  const { config } = read;
  const machine = { ...THIS_MACHINE, ...planted };
  const checks: HealthCheck[] = [
    ...settingChecks(read),
    ...(config ? machineChecks(config, machine) : []),
    ...(config ? outsideChecks(config) : []),
    ...(config ? await toolChecks(config) : []),
  ];
  // Settings that name another database would have the wrong one checked.
  const isKnown = config && !read.problems.some((problem) => /^(DATABASE_URL|DATA_DIR)/.test(problem));
  const [own, server] = await Promise.all([
    runChecks(checks.filter(({ outside }) => !(offline && outside))),
    isKnown ? serverFindings(config, machine) : [],
  ]);
  const findings = [...own, ...server];
  const faults = findings.filter(({ state }) => state === 'fault').length;
  return {
    version: LEADWELL_VERSION,
    at: new Date().toISOString(),
    healthy: faults === 0,
    faults,
    warnings: findings.filter(({ state }) => state === 'warning').length,
    findings,
  };
}

async function toolChecks(config: NonNullable<ReadConfig['config']>): Promise<HealthCheck[]> {
  const all = Object.values<ToolCommands>(toolCommands);
  return (await Promise.all(all.map((tool) => tool.healthChecks?.(config) ?? []))).flat();
}
