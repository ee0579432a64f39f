import { WorkbookFault } from './workbook-fault.ts';

/** Excel's own limit is 32,767. */
const TEXT_MAX_CHARS = 1_000_000;
const ESCAPED = /_x([0-9a-fA-F]{4})_/g;

/** Collects a text that can have several formats: <si> and <is>. */
export interface StringItem {
  start(): void;
  open(name: string): void;
  text(text: string): void;
  close(name: string): void;
  end(): string;
}

/** A reader for texts, one after the other. How they are pronounced (<rPh>) isn't part of them. */
export function readStringItem(): StringItem {
  let value = '';
  let inText = false;
  let inPhonetic = false;
  return {
    start: () => {
      value = '';
      inText = false;
      inPhonetic = false;
    },
    open: (name) => {
      if (name === 't') inText = true;
      else if (name === 'rPh') inPhonetic = true;
    },
    text: (text) => {
      if (!inText || inPhonetic) return;
      value += text;
      if (value.length > TEXT_MAX_CHARS) throw new WorkbookFault('too-large');
    },
    close: (name) => {
      if (name === 't') inText = false;
      else if (name === 'rPh') inPhonetic = false;
    },
    end: () => unescaped(value),
  };
}

/** "a_x000D_b" -> a carriage return between. Characters that XML can't have are written so. */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}
