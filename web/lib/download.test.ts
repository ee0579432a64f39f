import { describe, expect, it } from 'vitest';
import { createRowCounter } from './download.ts';

function count(bytes: Uint8Array, encoding?: string, piece = 3): number {
  const counter = createRowCounter(encoding);
  for (let index = 0; index < bytes.length; index += piece)
    counter.push(bytes.subarray(index, index + piece));
  return counter.rows();
}
const utf8 = (text: string) => new TextEncoder().encode(text);

describe('the rows of a CSV file', () => {
  it('are counted without the header, however the file is cut', () => {
    expect(count(utf8('\ufeffname,title\r\nA,1\r\nB,2\r\n'))).toBe(2);
    expect(count(utf8('name\r\nA\r\nB'))).toBe(2);
    expect(count(utf8('name\r\n'))).toBe(0);
    expect(count(utf8(''))).toBe(0);
  });

  it('can have line breaks and quotes inside', () => {
    expect(count(utf8('name,note\r\nA,"two\nlines, ""quoted""\n"\r\nB,x\r\n'))).toBe(2);
  });

  it('are counted in UTF-16, where other characters contain the byte of a line break', () => {
    const text = 'name\r\nĊ∊\r\n';
    const bytes = new Uint8Array(new Uint16Array([...text].map((char) => char.charCodeAt(0))).buffer);
    expect(count(bytes, 'utf-16le')).toBe(1);
  });
});
