import { readFileSync } from 'node:fs';
import { fileReason } from '../file-reason.ts';

type Settings = Record<string, string | undefined>;

/**
 * Reads settings from files, as Docker and Kubernetes provide secrets: for each of `names`, `NAME_FILE` is the
 * path of a file with the value. One newline at the end is dropped. Returns the settings with the values, and
 * a line for each file that can't be read, is empty, or whose setting is set too.
 */
export function readSettingFiles(
  settings: Settings,
  names: readonly string[],
): { settings: Settings; problems: string[] } {
  const read: Settings = { ...settings };
  const problems: string[] = [];
  for (const name of names) {
    const path = settings[`${name}_FILE`];
    if (path === undefined) continue;
    if (settings[name] !== undefined) {
      problems.push(`${name}_FILE: ${name} is set too. Unset one of them`);
      continue;
    }
    try {
      const value = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
      if (value === '') problems.push(`${name}_FILE: the file ${path} is empty`);
      else read[name] = value;
    } catch (error) {
      problems.push(`${name}_FILE: the file ${path} can't be read: ${fileReason(error)}`);
    }
  }
  return { settings: read, problems };
}
