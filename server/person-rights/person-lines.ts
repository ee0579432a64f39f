import { setImmediate as nextTurn } from 'node:timers/promises';
import { entryPattern } from '../opt-outs/entry-pattern.ts';
import type { PersonCheck, PersonEntry } from './person-check.ts';

/** What is looked for in one turn of the event loop, as a text that may have the person, and as one that is checked. */
const TEXT_PER_TURN = 256 * 1024;
const CHECKED_PER_TURN = 4 * 1024;
/** Longer lines are cut into parts, which overlap by more than any address, profile or phone has. */
export const PART_CHARS = 4 * 1024;
const OVERLAP = 1536;
const SEPARATORS = /[\s,;|]/;

/**
 * The lines of a text of any size that name the person, and of very long lines only the parts that do. Other work can run
 * in between: an uploaded file has what its sender likes, such as one line of 50 MB.
 */
export async function linesNaming(
  check: PersonCheck,
  person: readonly PersonEntry[],
  field: string,
  text: string,
): Promise<string[]> {
  const mayName = nameFilter(person);
  const found: string[] = [];
  for (let from = 0; from < text.length; ) {
    const to = blockEnd(text, from);
    const block = text.slice(from, to);
    if (mayName(block)) {
      let checked = 0;
      for (const part of block.split('\n').flatMap(partsOf)) {
        if (mayName(part)) {
          found.push(...Object.values(check.textsNaming({ [field]: part })));
          checked += part.length;
        }
        if (checked < CHECKED_PER_TURN) continue;
        checked = 0;
        await nextTurn();
      }
    }
    from = to < text.length && text[to - 1] !== '\n' ? to - OVERLAP : to;
    await nextTurn();
  }
  return found;
}

/** Where a block that starts at `from` ends: after a line, or in one that is longer than a block. */
function blockEnd(text: string, from: number): number {
  const most = from + TEXT_PER_TURN;
  if (most >= text.length) return text.length;
  const lineEnd = text.lastIndexOf('\n', most - 1);
  return lineEnd >= from ? lineEnd + 1 : partEnd(text, from, most);
}

function partsOf(line: string): string[] {
  const parts: string[] = [];
  for (let from = 0; ; ) {
    const to = from + PART_CHARS < line.length ? partEnd(line, from, from + PART_CHARS) : line.length;
    parts.push(line.slice(from, to));
    if (to === line.length) return parts;
    from = to - OVERLAP;
  }
}

/** Not inside of a word, if there is a gap near the end: half an address may be the address of someone else. */
function partEnd(text: string, from: number, most: number): number {
  const earliest = Math.max(from + 1, most - OVERLAP);
  for (let end = most; end > earliest; end -= 1) if (SEPARATORS.test(text.charAt(end))) return end;
  return most;
}

/** Whether a text may name the person, by looking for plain parts of it, which is much faster than to check it. */
function nameFilter(person: readonly PersonEntry[]): (text: string) => boolean {
  const literals = person.map((entry) => entryPattern(entry).literal);
  return (text) => {
    const lower = text.toLowerCase();
    return literals.some((literal) => {
      if (literal === null) return true;
      const { text: wanted, without, orElse } = literal;
      const plain = without === '' ? lower : lower.replace(new RegExp(`[${escaped(without)}]`, 'g'), '');
      return plain.includes(wanted) || (orElse && (/[^\0-\x7f]/.test(lower) || lower.includes('%20')));
    });
  };
}

function escaped(characters: string): string {
  return characters.replace(/[\]\\^-]/g, '\\$&');
}
