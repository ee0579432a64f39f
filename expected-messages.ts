import { type Module, parseSync } from '@swc/core';

/** A catalog of messages, as contract/messages.ts has it. A group of a tool has the name of its constant: "EMAIL_MESSAGES". */
export type Catalog = Readonly<
  Record<string, Readonly<Record<string, string | ((...args: never[]) => string)>>>
>;

/** Any part of a syntax tree. */
type Node = Record<string, unknown> & { type: string };

/** What an expectation names: texts, patterns, and messages by path ("gate.noCredits"). */
interface Named {
  texts: string[];
  patterns: RegExp[];
  paths: string[];
  /** for `const { gate } = MESSAGES` */
  group?: string;
}

/** The methods that say that a text is on the page. */
const SHOWN = new Set(['toBeVisible', 'toHaveText', 'toContainText', 'toHaveAccessibleDescription']);
/** Part of a message names it only if it has this many characters and no other message has it. */
const SHORTEST_PART = 12;

/**
 * The paths of the messages that a browser test expects on the page, such as "gate.noCredits". It counts what
 * `expectMessage` or a visible expectation (`expect(…).toBeVisible()`, not `expect(…).not`) names: the message
 * itself, its whole text, or a part that no other message has, also through a `const` or a `for`. Numbers and
 * `${…}` match each other. Comments, skipped tests and other code don't count.
 */
export function expectedMessages(source: string, catalog: Catalog): Set<string> {
  const messages = Object.entries(catalog).flatMap(([group, entries]) =>
    Object.entries(entries).map(([name, message]) => ({
      path: `${group}.${name}`,
      sample: typeof message === 'string' ? message : message(...([7, 7, 7] as never[])),
    })),
  );
  const found = new Set<string>();
  for (const { texts, patterns, paths } of expectations(source)) {
    for (const path of paths) found.add(path);
    const candidates = [
      ...texts.flatMap((text) => {
        const equal = messages.filter(({ sample }) => blank(sample) === blank(text));
        const part = (sample: string) => text.length >= SHORTEST_PART && blank(sample).includes(blank(text));
        return [equal.length > 0 ? equal : messages.filter(({ sample }) => part(sample))];
      }),
      ...patterns
        .filter(({ source: pattern }) => pattern.length >= SHORTEST_PART)
        .map((pattern) => messages.filter(({ sample }) => pattern.test(sample))),
    ];
    // A text that two messages share shows neither. A test names the message instead.
    for (const [first, ...others] of candidates) if (first && others.length === 0) found.add(first.path);
  }
  return found;
}

/** Replaces each number by the sign that stands for `${…}`. */
function blank(text: string): string {
  return text.replace(/\d[\d,.]*\d|\d/g, '#');
}

function expectations(source: string): Named[] {
  const all: Named[] = [];
  const visit = (value: unknown, scope: ReadonlyMap<string, Named>): void => {
    if (!isNode(value)) {
      for (const child of children(value)) visit(child, scope);
      return;
    }
    if (value.type === 'CallExpression' && isSkipped(value)) return;
    if (value.type === 'CallExpression' && showsText(value)) all.push(named(value, scope));
    let inner = scope;
    const statements = value.type === 'Module' ? value.body : value.stmts;
    if (Array.isArray(statements))
      inner = new Map([...scope, ...statements.flatMap((statement) => constants(statement, scope))]);
    if (value.type === 'ForOfStatement') {
      const { declarations } = value.left as { declarations?: Node[] };
      const items = named(value.right, scope);
      inner = new Map([...scope, ...namesOf(declarations?.[0]?.id).map((name) => [name, items] as const)]);
    }
    for (const child of children(value)) visit(child, inner);
  };
  visit(parseSync(source, { syntax: 'typescript', target: 'es2022' }) satisfies Module, new Map());
  return all;
}

/** The texts of each `const` of a statement, such as a locator. A function's texts don't count. */
function constants(statement: Node, scope: ReadonlyMap<string, Named>): [string, Named][] {
  if (statement.type !== 'VariableDeclaration') return [];
  return (statement.declarations as Node[]).flatMap(({ id, init }) => {
    if (!isNode(init) || /Function/.test(init.type)) return [];
    const all = named(init, scope);
    const isCatalog = memberPath(init) === 'MESSAGES';
    return namesOf(id).map((name): [string, Named] => [name, isCatalog ? { ...all, group: name } : all]);
  });
}

function namesOf(pattern: unknown): string[] {
  return isNode(pattern) && pattern.type === 'Identifier'
    ? [String(pattern.value)]
    : children(pattern).flatMap(namesOf);
}

function named(value: unknown, scope: ReadonlyMap<string, Named>): Named {
  const all: Named = { texts: [], patterns: [], paths: [] };
  const visit = (part: unknown): void => {
    for (const child of children(part)) visit(child);
    if (!isNode(part)) return;
    if (part.type === 'StringLiteral') all.texts.push(String(part.value));
    if (part.type === 'RegExpLiteral') all.patterns.push(new RegExp(String(part.pattern)));
    if (part.type === 'TemplateLiteral')
      all.texts.push((part.quasis as { cooked: string }[]).map(({ cooked }) => cooked).join('#'));
    const [root = '', ...rest] = (memberPath(part) ?? '').split('.');
    const group = scope.get(root)?.group;
    if (root === 'MESSAGES' && rest.length === 2) all.paths.push(rest.join('.'));
    if (group && rest.length === 1) all.paths.push(`${group}.${rest[0]}`);
    if (root.endsWith('_MESSAGES') && rest.length === 1) all.paths.push(`${root}.${rest[0]}`);
    const constant = part.type === 'Identifier' ? scope.get(String(part.value)) : undefined;
    all.texts.push(...(constant?.texts ?? []));
    all.patterns.push(...(constant?.patterns ?? []));
    all.paths.push(...(constant?.paths ?? []));
  };
  visit(value);
  return all;
}

/** `a.b.c` as text; undefined for anything else. */
function memberPath(part: Node): string | undefined {
  if (part.type === 'Identifier') return String(part.value);
  if (part.type !== 'MemberExpression') return undefined;
  const [object, property] = [part.object, part.property].map((side) => memberPath(side as Node));
  return object && property ? `${object}.${property}` : undefined;
}

/** Whether a call is `expectMessage(…)` or a chain from `expect(…)` to a method of SHOWN, without `.not`. */
function showsText({ callee }: Node): boolean {
  if (!isNode(callee)) return false;
  if (callee.type === 'Identifier') return callee.value === 'expectMessage';
  if (callee.type !== 'MemberExpression') return false;
  const { object, property } = callee as unknown as { object: Node; property: Node };
  return (
    SHOWN.has(String(property.value)) &&
    object.type === 'CallExpression' &&
    (object.callee as Node).value === 'expect'
  );
}

function isSkipped({ callee }: Node): boolean {
  return /^test(\.describe)?\.(skip|fixme)$/.test((isNode(callee) && memberPath(callee)) || '');
}

function children(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
