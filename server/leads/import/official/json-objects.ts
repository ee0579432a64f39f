/** An object of a JSON array that is longer is none: those of the register of charities have a few thousand characters. */
const OBJECT_MAX_CHARS = 1_000_000;

/**
 * The objects of a JSON array of flat objects, which come in pieces of text. Throws if an object is no JSON, or if the text
 * ends within one.
 */
export async function* jsonObjects(pieces: AsyncIterable<string>): AsyncGenerator<Record<string, unknown>[]> {
  let rest = '';
  for await (const piece of pieces) {
    const text = rest + piece;
    const { objects, end } = objectsIn(text);
    rest = text.slice(end);
    if (rest.length > OBJECT_MAX_CHARS) throw new Error('an object is too long');
    if (objects.length > 0) yield objects;
  }
  if (rest.includes('{')) throw new Error('it ends within an object');
}

function objectsIn(text: string): { objects: Record<string, unknown>[]; end: number } {
  const objects: Record<string, unknown>[] = [];
  let [start, end, depth, inString] = [-1, 0, 0, false];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === BACKSLASH) index += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = start >= 0;
    else if (code === OPEN) {
      if (depth === 0) start = index;
      depth += 1;
    } else if (code === CLOSE && depth > 0) {
      depth -= 1;
      if (depth > 0) continue;
      objects.push(JSON.parse(text.slice(start, index + 1)) as Record<string, unknown>);
      start = -1;
      end = index + 1;
    }
  }
  return { objects, end: start < 0 ? end : start };
}

const [BACKSLASH, QUOTE, OPEN, CLOSE] = [92, 34, 123, 125];
