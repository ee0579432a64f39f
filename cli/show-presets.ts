import { type DataPreset, listPresets } from '#engines/data-presets/data-presets.ts';

/** Writes the presets of a command to standard output, one per line. */
export function showPresets(command: DataPreset['command']): void {
  for (const row of listPresets(command)) process.stdout.write(`${JSON.stringify(row)}\n`);
}
