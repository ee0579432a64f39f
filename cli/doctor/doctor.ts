import { styleText } from 'node:util';
import type { Finding } from '#server/platform/operator/health-check.ts';
import { readEnvFile } from '#server/process.ts';
import { type Diagnosis, diagnose } from './diagnose.ts';
import type { Machine } from './machine-checks.ts';
import { readConfig } from './read-config.ts';

/** Exit code if there are faults. */
const FAULTS = 1;

/** `leadwell doctor`: checks everything, and writes what it found to standard output. Sets the exit code. */
export async function doctor(
  { json, offline }: { json: boolean; offline: boolean },
  machine: Partial<Machine> = {},
): Promise<void> {
  readEnvFile();
  const diagnosis = await diagnose(readConfig(process.env), { offline, machine });
  process.stdout.write(
    json
      ? `${JSON.stringify(diagnosis, null, 2)}\n`
      : diagnosisText(diagnosis, process.stdout.isTTY === true),
  );
  if (!diagnosis.healthy) process.exitCode = FAULTS;
}

const COLORS = { ok: 'green', warning: 'yellow', fault: 'red' } as const;
const STATE_WIDTH = 'warning'.length;

/** A line for each finding, with aligned columns, and one below it that says what to do. */
export function diagnosisText({ version, findings, faults, warnings }: Diagnosis, colored: boolean): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const line = ({ check, state, says, todo }: Finding): string => {
    const label = state.padEnd(STATE_WIDTH);
    const shown = colored ? styleText(COLORS[state], label, { validateStream: false }) : label;
    const next = todo === null ? '' : `${' '.repeat(STATE_WIDTH + width + 4)}${todo}\n`;
    return `${shown}  ${check.padEnd(width)}  ${says}\n${next}`;
  };
  const count = (n: number, one: string) => `${n} ${n === 1 ? one : `${one}s`}`;
  return `Leadwell ${version}\n\n${findings.map(line).join('')}\n${count(faults, 'fault')}, ${count(warnings, 'warning')}\n`;
}
