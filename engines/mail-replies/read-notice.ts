const MAX_CHARS = 200_000;
const MAX_BOUNDARIES = 20;
const BOUNDARY = /\bboundary=(?:"([^"\n]{1,200})"|([^\s";]{1,200}))/gi;
/** What is said about a failure. Pictures and the message that came back aren't. */
const READ_TYPES =
  /^(?:$|text\/(?!rfc822|calendar)|multipart\/|message\/(?:global-)?delivery-status|message\/feedback)/;
const STATUS_TYPE = /^message\/(?:global-)?delivery-status/;
const RETURNED_TYPE = /^(?:message\/(?:rfc822|global(?!-d)|partial)|text\/rfc822)/;
/** How notices without parts introduce the message that came back. */
const RETURNED =
  /^[ \t>*-]*(?:this is a copy of (?:the|your) message|(?:below this line|enclosed) is a copy of the message|(?:original|unsent|returned|undelivered) message(?: headers?)?(?: follows)?[ \t.:-]*$|message (?:header|text)s? follows?)/im;

/**
 * The words of a notice about a failed delivery: its headers, texts and delivery status, decoded, with line breaks as \n.
 * Without the lines between the parts, what comes before the first part, HTML beside a text, and the message that came back:
 * its words say nothing about the failure. A text that isn't an email is returned as it is.
 */
export function readNotice(report: string): string {
  const whole = report.slice(0, MAX_CHARS).replace(/\r\n?/g, '\n');
  const parts = splitParts(whole).map(readPart);
  const hasText = parts.some(({ type, text }) => type === 'text/plain' && text.trim() !== '');
  const kept: string[] = [];
  let isReturned = false;
  parts.forEach(({ type, headers, text }, index) => {
    isReturned ||= index > 0 && RETURNED_TYPE.test(type);
    if (isReturned ? !STATUS_TYPE.test(type) : !READ_TYPES.test(type)) return;
    if (type === 'text/html' && hasText) return;
    const isPreamble = type.startsWith('multipart/') && parts.length > 1;
    const words = isPreamble ? '' : type === 'text/html' ? text.replace(/<[^<>]{0,500}>/g, ' ') : text;
    const end = words.search(RETURNED);
    kept.push(`${headers}\n\n${end > 0 ? words.slice(0, end) : words}`.trim());
  });
  return kept.join('\n\n');
}

function splitParts(whole: string): string[] {
  const found = [...whole.matchAll(BOUNDARY)].map(([, quoted, plain]) => `--${quoted ?? plain}`);
  const boundaries = new Set(found.slice(0, MAX_BOUNDARIES));
  if (boundaries.size === 0) return [whole];
  const parts: string[][] = [[]];
  for (const line of whole.split('\n')) {
    const end = line.trimEnd();
    const isBoundary = line.startsWith('--') && (boundaries.has(end) || boundaries.has(end.slice(0, -2)));
    if (isBoundary) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts.map((lines) => lines.join('\n'));
}

/** `type`: like text/plain, in lower case; empty if the part doesn't say it. */
function readPart(part: string): { type: string; headers: string; text: string } {
  const hasHeaders = /^[\w-]{1,80}:/.test(part);
  const end = hasHeaders ? part.indexOf('\n\n') : -1;
  const headers = hasHeaders ? part.slice(0, end < 0 ? undefined : end) : '';
  const body = hasHeaders ? (end < 0 ? '' : part.slice(end + 2)) : part;
  const content = /^content-type:[ \t]*([^\n]*(?:\n[ \t][^\n]*)*)/im.exec(headers)?.[1] ?? '';
  const encoding = /^content-transfer-encoding:[ \t]*([\w-]+)/im.exec(headers)?.[1] ?? '';
  const charset = /\bcharset="?([\w-]+)/i.exec(content)?.[1] ?? 'utf-8';
  const type = /^[\w/.+-]*/.exec(content.toLowerCase())?.[0] ?? '';
  return { type, headers, text: decode(body, encoding.toLowerCase(), charset.toLowerCase()) };
}

function decode(body: string, encoding: string, charset: string): string {
  if (encoding === 'base64' && /^[\w+/=\s]*$/.test(body)) return toText(base64Bytes(body), charset);
  const isQuoted = encoding === 'quoted-printable';
  // The 8-bit charsets were read as text before; a quoted or 7-bit one still has its bytes.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the bytes of ASCII
  if (!/^[\x00-\x7f]*$/.test(body) || !(isQuoted || charset.startsWith('iso-2022'))) return body;
  const ascii = isQuoted
    ? body
        .replace(/=[ \t]*\n/g, '')
        .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : body;
  return toText(
    Uint8Array.from(ascii, (char) => char.charCodeAt(0)),
    charset,
  );
}

function base64Bytes(body: string): Uint8Array {
  const digits = body.replace(/[^\w+/]/g, '');
  try {
    return Uint8Array.from(atob(digits.slice(0, digits.length - (digits.length % 4 === 1 ? 1 : 0))), (char) =>
      char.charCodeAt(0),
    );
  } catch {
    return new Uint8Array();
  }
}

function toText(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
