import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { fileReason } from '#server/platform/file-reason.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import type { Redaction } from './redaction.ts';

const MOST_BYTES = 512 * 1024;
/** What a line of our log says about the system, and not about who used it. */
const FIELDS = [
  'level',
  'time',
  'version',
  'msg',
  'request_id',
  'route',
  'method',
  'status',
  'ms',
  'durationMs',
  'queue',
  'migration',
  'reason',
  'command',
  'silent_ms',
  'failures',
  'attempt',
];
const ERROR_FIELDS = ['type', 'message', 'stack', 'code'];
/** These lines can have anything. */
const DETAILED = /^(debug|trace)$/;
/** The same in lines of text, and in JSON that was cut. */
const DETAILED_TEXT = /\b(?:DEBUG|TRACE)\b|"level":"(?:debug|trace)"/;

/**
 * The last 512 KB of a log of the server, with what details in JSON say about the system only, and without values that look
 * like personal data or secrets. Lines of the levels debug and trace are left out. What stands before the JSON of a line, as
 * journald and Compose write it, is left out, too. Throws OperatorError if the file can't be read.
 */
export function supportLog(file: string, redaction: Redaction): string {
  // In a terminal, levels have colors.
  const lines = stripVTControlCharacters(readEnd(file)).split('\n').filter(Boolean);
  return lines.flatMap((line) => cleanLine(line, redaction)).join('\n');
}

function cleanLine(line: string, redaction: Redaction): string[] {
  const at = line.indexOf('{');
  const entry = at === -1 ? null : asObject(line.slice(at));
  if (typeof entry?.level === 'string')
    return DETAILED.test(entry.level) ? [] : [cleanDetails(entry, redaction)];
  if (DETAILED_TEXT.test(line)) return [];
  // With LOG_FORMAT=pretty, the details after a message are JSON.
  return [entry ? redaction.text(line.slice(0, at)) + cleanDetails(entry, redaction) : redaction.text(line)];
}

function cleanDetails(entry: Record<string, unknown>, redaction: Redaction): string {
  const kept = pick(entry, FIELDS);
  if (typeof entry.err === 'object' && entry.err !== null)
    kept.err = pick(entry.err as Record<string, unknown>, ERROR_FIELDS);
  return JSON.stringify(redaction.value(kept));
}

function asObject(line: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(line);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function pick(from: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => name in from).map((name) => [name, from[name]]));
}

/** The end of a file, from the first whole line on. */
function readEnd(file: string): string {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (cause) {
    throw new OperatorError(`The log ${file} can't be read: ${fileReason(cause)}`, { cause });
  }
  try {
    const { size } = fstatSync(handle);
    const start = Math.max(0, size - MOST_BYTES);
    const bytes = Buffer.alloc(size - start);
    const read = readSync(handle, bytes, 0, bytes.length, start);
    const text = bytes.toString('utf8', 0, read);
    return start > 0 ? text.slice(text.indexOf('\n') + 1) : text;
  } finally {
    closeSync(handle);
  }
}
