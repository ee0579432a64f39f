import { Parser } from 'htmlparser2';
import { wideEncoding } from '../decode-csv.ts';
import { WorkbookFault } from './workbook-fault.ts';

/** The attributes of an element, with the prefixes that the file has. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** What happens at the parts of a document. Names are without their prefix. */
export interface XmlHandler {
  open(name: string, attributes: XmlAttributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

const DEPTH_MAX = 100;
const ATTRIBUTES_MAX = 200;

/**
 * Reads an XML document as it comes, one turn for each piece of its bytes. Entities of its own are never expanded: a document
 * that declares any is refused. Throws WorkbookFault if it is cut off or not XML.
 */
export function* readXml(pieces: Iterable<Uint8Array>, handler: XmlHandler): Generator<void> {
  let depth = 0;
  let attributes = 0;
  let elements = 0;
  let hasEnded = false;
  const parser = new Parser(
    {
      onopentagname: () => {
        attributes = 0;
      },
      onattribute: () => {
        attributes += 1;
        if (attributes > ATTRIBUTES_MAX) throw new WorkbookFault('broken');
      },
      onopentag: (name, values) => {
        depth += 1;
        elements += 1;
        if (depth > DEPTH_MAX) throw new WorkbookFault('broken');
        handler.open(localName(name), values);
      },
      ontext: (text) => handler.text?.(text),
      onclosetag: (name, isImplied) => {
        // At the end, only tags that are missing are closed: the document is cut off.
        if (isImplied && hasEnded) throw new WorkbookFault('broken');
        depth -= 1;
        handler.close?.(localName(name));
      },
      onprocessinginstruction: (name) => {
        if (name.toLowerCase() === '!doctype') throw new WorkbookFault('broken');
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  const lineFeeds = lineFeedReader();
  for (const piece of pieces) {
    decoder ??= new TextDecoder(encodingOf(piece));
    parser.write(lineFeeds(decoder.decode(piece, { stream: true })));
    yield;
  }
  if (decoder) parser.write(lineFeeds(decoder.decode()));
  hasEnded = true;
  parser.end();
  if (elements === 0) throw new WorkbookFault('broken');
}

/** Turns the line ends of a text that comes in pieces into line feeds, as XML does before anything else (XML 1.0, 2.11). */
function lineFeedReader(): (piece: string) => string {
  let endedWithReturn = false;
  return (piece) => {
    const text = endedWithReturn && piece.startsWith('\n') ? piece.slice(1) : piece;
    if (piece !== '') endedWithReturn = piece.endsWith('\r');
    return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  };
}

/** "x:row" -> "row" */
function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

/** The attribute with this name and any prefix: `id` is also "r:id". */
export function prefixed(attributes: XmlAttributes, name: string): string | undefined {
  const key = Object.keys(attributes).find((each) => each.includes(':') && localName(each) === name);
  return key === undefined ? undefined : attributes[key];
}

/** "1" and "true" */
export function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}

function encodingOf(start: Uint8Array): string {
  const isWide = wideEncoding(start);
  if (isWide) return isWide;
  const declared = /^[^>]{0,100}encoding=["']([\w-]{1,30})/.exec(
    new TextDecoder('latin1').decode(start.subarray(0, 200)),
  )?.[1];
  try {
    return new TextDecoder(declared).encoding;
  } catch {
    return 'utf-8';
  }
}
