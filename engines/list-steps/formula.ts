import { type ASTNode, Environment } from '@marcbachmann/cel-js';
import { FORMULA_ERROR } from '#contract/list-steps.ts';
import { formulaColumns, IN_TEMPLATE, replaceInExpression } from './formula-columns.ts';
import { FORMULA_TEXT_MAX_CHARS, registerFunctions } from './formula-functions.ts';
import { FORMULA_FUNCTIONS } from './formula-help.ts';
import { noWork, type PatternWork } from './formula-patterns.ts';
import { formulaProblem } from './formula-problem.ts';

/** A formula that can be computed, or why it can't, in a sentence. */
export type CompiledFormula =
  | {
      ok: true;
      /**
       * The text for one row, by the IDs of columns. A failure is a text that starts with `FORMULA_ERROR`. `work`: what patterns
       * have done in the row, if it has other formulas. Never throws.
       */
      compute(values: Readonly<Record<string, string>>, work?: PatternWork): string;
    }
  | { ok: false; problem: string };

const LIMITS = { maxAstNodes: 300, maxDepth: 30, maxListElements: 20, maxMapEntries: 1, maxCallArguments: 8 };
/** CEL's own functions and methods that formulas may use. Its loops and its patterns could take too long. */
const CEL_FUNCTIONS = new Set([
  'size',
  'startsWith',
  'endsWith',
  'contains',
  'indexOf',
  'substring',
  'string',
  'int',
  'double',
]);
const OURS = new Set(FORMULA_FUNCTIONS.map(({ name }) => (name === 'if' ? 'if_' : name)));
/** What has a meaning after a backslash in a text. CEL has one for `\b` and `\?`, too, which people write in patterns. */
const ESCAPED = /\\([\s\S])/g;
const CEL_ESCAPE = /[\\"'`afnrtvuUxX0-7]/;
const KEPT = 500;
const TOO_LONG = `${FORMULA_ERROR} The result is too long.`;

const compiled = new Map<string, CompiledFormula>();

/**
 * Compiles a formula. After `=`, it is an expression: `=lower({Company})`. Any other text is a template, in which
 * `{Company}` is replaced by the column's value. `{{` is a brace.
 */
export function compileFormula(formula: string): CompiledFormula {
  const known = compiled.get(formula);
  if (known) return known;
  const made = formula.startsWith('=') ? compileExpression(formula) : compileTemplate(formula);
  if (compiled.size >= KEPT) compiled.clear();
  compiled.set(formula, made);
  return made;
}

function compileTemplate(template: string): CompiledFormula {
  const columns = formulaColumns(template);
  return {
    ok: true,
    compute(values) {
      // A template without any of its values would be half a text.
      if (columns.length > 0 && columns.every((column) => !values[column])) return '';
      let chars = 0;
      const text = template.replace(IN_TEMPLATE, (found, column: string | undefined) => {
        const value = column === undefined ? found.charAt(0) : (values[column] ?? '');
        chars += value.length;
        // Hundreds of long values would be a text of many megabytes.
        return chars > FORMULA_TEXT_MAX_CHARS ? '' : value;
      });
      return Math.max(chars, text.length) > FORMULA_TEXT_MAX_CHARS ? TOO_LONG : text.trim();
    },
  };
}

function compileExpression(formula: string): CompiledFormula {
  const columns = formulaColumns(formula);
  const names = new Map(columns.map((column, index) => [column, `c${index}`]));
  const source = replaceInExpression(formula.slice(1), {
    // A variable for each column, whose name may be anything.
    column: (column) => names.get(column) ?? '',
    text: withBackslashes,
    // CEL keeps the word `if` for itself.
    condition: 'if_(',
  });
  const columnOf = new Map([...names].map(([column, name]) => [name, `{${column}}`]));
  const problemOf = (error: unknown) => formulaProblem(error, source, (name) => columnOf.get(name) ?? null);
  let current = noWork();
  let environment = registerFunctions(new Environment({ limits: LIMITS }), () => current);
  for (const name of names.values()) environment = environment.registerVariable(name, 'string');
  try {
    const parsed = environment.parse(source);
    const unknown = unknownFunction(parsed.ast);
    if (unknown !== null) {
      return { ok: false, problem: unknownProblem(unknown) };
    }
    const checked = parsed.check();
    if (!checked.valid) return { ok: false, problem: problemOf(checked.error) };
    return {
      ok: true,
      compute(values, work = noWork()) {
        current = work;
        const context = Object.fromEntries([...names].map(([column, name]) => [name, values[column] ?? '']));
        try {
          return textOf(parsed(context));
        } catch (error) {
          return `${FORMULA_ERROR} ${problemOf(error)}`;
        }
      },
    };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

/** A text in quotes in which backslashes that CEL doesn't know are backslashes: "^\d{5}$". */
function withBackslashes(text: string): string {
  if (/^[rR]/.test(text)) return text;
  return text.replace(ESCAPED, (found, escaped: string) => (CEL_ESCAPE.test(escaped) ? found : `\\${found}`));
}

/** The first function in an expression that formulas don't have; null if it has none. */
function unknownFunction(node: unknown): string | null {
  if (Array.isArray(node)) {
    for (const each of node) {
      const found = unknownFunction(each);
      if (found !== null) return found;
    }
    return null;
  }
  if (typeof node !== 'object' || node === null || !('op' in node)) return null;
  const { op, args } = node as ASTNode & { args: unknown };
  if ((op === 'call' || op === 'rcall') && Array.isArray(args)) {
    const name = String(args[0]);
    const isKnown = op === 'call' ? OURS.has(name) || CEL_FUNCTIONS.has(name) : CEL_FUNCTIONS.has(name);
    if (!isKnown) return name;
  }
  return unknownFunction(args);
}

function unknownProblem(name: string): string {
  const lower = name.toLowerCase();
  if (OURS.has(lower) || lower === 'if') return `Write “${lower}” in lower case.`;
  const all = FORMULA_FUNCTIONS.map((each) => each.name).join(', ');
  return `There is no function “${name}”. There are: ${all}.`;
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number')
    return Number.isFinite(value) ? String(Math.round(value * 1e6) / 1e6) : `${FORMULA_ERROR} Not a number`;
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return value.length > FORMULA_TEXT_MAX_CHARS ? TOO_LONG : value;
  return value === null || value === undefined ? '' : `${FORMULA_ERROR} The result is no text or number.`;
}
