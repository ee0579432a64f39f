/** In front of or behind these, a joiner changes no letter. Persian, Hindi and other names need it between letters. */
const LONELY_JOINER = /(?<![\p{L}\p{M}])[\u200C\u200D]+|[\u200C\u200D]+(?![\p{L}\p{M}])/gu;
/** Zero-width characters, marks that turn the direction of text, and others that no one sees. */
const INVISIBLE = /(?![\u200C\u200D])[\p{Cf}\u115F\u1160\u3164\uFFA0\u2800]/gu;
const BREAKS = /[\p{Cc}\p{Z}]+/gu;

/** A name in one line of visible text: control characters become spaces, and what no one sees is left out. */
export function visibleText(written: string): string {
  return written.replace(INVISIBLE, '').replace(LONELY_JOINER, '').replace(BREAKS, ' ').trim();
}
