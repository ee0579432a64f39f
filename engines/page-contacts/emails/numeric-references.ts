const REFERENCE = /&(?:amp;){0,3}(?:#(?:x0{0,4}([0-9a-f]{1,4})|0{0,4}(\d{1,5}));?|(commat|period);)/gi;

/** Decodes numeric references and those of @ and the dot which a page encoded twice, or a script writes. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (_, hex?: string, decimal?: string, name?: string) => {
    if (name) return name.toLowerCase() === 'period' ? '.' : '@';
    return String.fromCharCode(hex ? Number.parseInt(hex, 16) : Number(decimal));
  });
}
