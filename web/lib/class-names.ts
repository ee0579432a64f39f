import { type ClassValue, clsx } from 'clsx';
import { createTailwindMerge } from 'tailwind-merge';

type Test = (value: string) => boolean;
type Part = string | Test;
type Classes = (string | Record<string, Part[]>)[];

const any: Test = () => true;
const isWidth: Test = (value) => /^\d/.test(value);
const isTextSize: Test = (value) => /^(?:xs|sm|base|lg|\d?xl|\[(?:\d|length:).*\])$/.test(value);
const isBorderStyle: Test = (value) => /^(?:solid|dashed|dotted|double|none|hidden)$/.test(value);
const isColor: Test = (value) => /^[a-z]/.test(value) && !isTextSize(value);

/** All classes that start with a prefix set one property. */
const PREFIXES =
  'inset inset-x inset-y top right bottom left z order col-start col-end row-start row-end m mx my mt mr mb ml p px py pt pr pb pl size w h min-w min-h max-w max-h basis grow translate-x translate-y rotate animate cursor grid-cols grid-rows items justify-items justify-self self gap gap-x gap-y rounded rounded-t rounded-l rounded-r rounded-b bg fill stroke leading tracking opacity outline-offset transition select accent line-clamp aspect divide-x space-y space-x object origin pointer-events underline-offset duration ease';
const byPrefix = Object.fromEntries(PREFIXES.split(' ').map((name) => [name, [{ [name]: ['', any] }]]));

const borderSide = (side: string): Record<string, Classes> => ({
  [`border${side}`]: [{ [`border${side}`]: ['', isWidth] }],
});

/**
 * The class names that the pages use, by the property they set, for tailwind-merge. Its own list of all of Tailwind is
 * three times as large as the rest of it. class-names.test.ts fails if a pair of our classes merges in another way
 * than with that list; add the new classes here then.
 */
const CLASS_GROUPS: Record<string, Classes> = {
  ...byPrefix,
  'text-decoration': ['underline', 'no-underline', 'line-through'],
  sr: ['sr-only', 'not-sr-only'],
  position: ['static', 'absolute', 'fixed', 'relative', 'sticky'],
  display: [
    'block inline inline-block flex inline-flex grid inline-grid contents hidden table table-cell table-row'.split(
      ' ',
    ),
  ].flat(),
  col: [{ col: ['auto', { span: [any] }] as never }],
  flex: [{ flex: ['1', 'auto', 'none', 'initial'] }],
  shrink: [{ shrink: ['', '0'] }],
  translate: [{ translate: [(value) => !/^[xyz]-/.test(value)] }],
  list: [{ list: ['none', 'disc', 'decimal'] }],
  'flex-direction': [{ flex: ['row', 'row-reverse', 'col', 'col-reverse'] }],
  'flex-wrap': [{ flex: ['wrap', 'nowrap'] }],
  justify: [{ justify: ['start', 'end', 'center', 'between', 'around', 'evenly'] }],
  overflow: [{ overflow: ['auto', 'hidden', 'visible', 'scroll', 'clip'] }],
  'overflow-x': [{ 'overflow-x': [any] }],
  'overflow-y': [{ 'overflow-y': [any] }],
  ...['', '-x', '-y', '-t', '-r', '-b', '-l'].map(borderSide).reduce((all, side) => Object.assign(all, side)),
  'border-style': [{ border: [isBorderStyle] }],
  'border-collapse': ['border-separate', 'border-collapse'],
  'border-spacing': [{ 'border-spacing': [any] }],
  'border-color': [{ border: [(value) => isColor(value) && !isBorderStyle(value)] }],
  'align-content': [{ content: ['start', 'center', 'end'] }],
  'text-align': [{ text: ['left', 'center', 'right'] }],
  'text-wrap': [{ text: ['balance', 'pretty', 'wrap', 'nowrap'] }],
  'text-size': [{ text: [isTextSize] }],
  'text-color': [{ text: [isColor] }],
  align: [{ align: ['top', 'middle', 'bottom', 'baseline'] }],
  'font-family': [{ font: ['sans', 'mono'] }],
  'font-weight': [{ font: ['normal', 'medium', 'semibold', 'bold'] }],
  break: [{ break: ['all', 'words', 'normal'] }],
  whitespace: [{ whitespace: [any] }],
  decoration: [{ decoration: [isColor] }],
  shadow: [{ shadow: ['', any] }],
  outline: [{ outline: ['', isWidth] }],
  'outline-style': [{ outline: ['none', 'hidden', 'dashed'] }],
  'outline-color': [{ outline: [isColor] }],
  touch: [{ touch: ['auto', 'none', 'manipulation'] }],
  'touch-y': [{ touch: ['pan-y'] }],
};

const sides = (name: string) => ({
  [name]: ['x', 'y', 't', 'r', 'b', 'l'].map((side) => name + side),
  [`${name}x`]: [`${name}r`, `${name}l`],
  [`${name}y`]: [`${name}t`, `${name}b`],
});

/** Which groups a later class of a group overrides, besides its own. */
const OVERRIDDEN_GROUPS: Record<string, string[]> = {
  ...sides('m'),
  ...sides('p'),
  ...sides('border-'),
  border: ['border-x', 'border-y', 'border-t', 'border-r', 'border-b', 'border-l'],
  inset: ['inset-x', 'inset-y', 'top', 'right', 'bottom', 'left'],
  'inset-x': ['right', 'left'],
  'inset-y': ['top', 'bottom'],
  size: ['w', 'h'],
  flex: ['basis', 'grow', 'shrink'],
  gap: ['gap-x', 'gap-y'],
  translate: ['translate-x', 'translate-y'],
  'line-clamp': ['display', 'overflow'],
  overflow: ['overflow-x', 'overflow-y'],
  rounded: ['rounded-t', 'rounded-r', 'rounded-b', 'rounded-l'],
  'text-size': ['leading'],
  touch: ['touch-y'],
  'touch-y': ['touch'],
};

const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups: CLASS_GROUPS,
  conflictingClassGroups: OVERRIDDEN_GROUPS,
  conflictingClassGroupModifiers: { 'text-size': ['leading'] },
  orderSensitiveModifiers: ['*', '**', 'after', 'before', 'placeholder'],
}));

/** Joins class names. If two set the same property, the later one wins. */
export function cn(...names: ClassValue[]): string {
  return merge(clsx(names));
}
