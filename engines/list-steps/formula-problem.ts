import { FORMULA_FUNCTIONS } from './formula-help.ts';

/** What CEL says about an expression that it can't compute, as far as we read it. */
interface CelProblem {
  code: string;
  /** its first line */
  summary: string;
  /** where it is in the expression */
  start: number;
  end: number;
  /** of an operator: what is on both sides */
  operands: readonly unknown[];
}

const NUMBERS = /^u?int$|^double$/;
const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  int: 'a whole number',
  double: 'a number',
  bool: 'a condition',
};
/** What people write who know spreadsheets, and what it is here. */
const SIGNS: readonly (readonly [sign: RegExp, say: string])[] = [
  [/^&/, 'Join texts with +. To require two conditions, put && between them.'],
  [/^=/, 'Compare with ==.'],
  [/^;/, 'Put commas between the values of a function, not semicolons.'],
  [/^[“”„‘’‚«»]/, 'Write texts in straight quotes, such as "a text".'],
  [/^\|/, 'If either condition is enough, put || between them.'],
  [/^,\d/, 'Write decimals with a point, such as 1.5.'],
];

/**
 * Why an expression can't be computed, for the person who wrote it. `source` is the expression that CEL got, and `written` gives the
 * text that a person wrote for a variable in it; null for no variable. What isn't of CEL keeps its own message.
 */
export function formulaProblem(
  error: unknown,
  source: string,
  written: (variable: string) => string | null,
): string {
  const problem = readProblem(error);
  const shown = (text: string) => text.replaceAll(/\bc\d+\b/g, (name) => written(name) ?? name);
  return (
    shown(problem.code === '' ? problem.summary : explained(problem, source, written)) || 'Check the formula.'
  );
}

function readProblem(error: unknown): CelProblem {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  const { code, summary, range, node } = error as {
    code?: unknown;
    summary?: unknown;
    range?: { start?: number; end?: number };
    node?: { args?: unknown };
  };
  return {
    code: typeof code === 'string' ? code : '',
    summary: typeof summary === 'string' ? summary : line.trim(),
    start: range?.start ?? 0,
    end: range?.end ?? 0,
    operands: Array.isArray(node?.args) ? node.args : [node?.args],
  };
}

function explained(
  problem: CelProblem,
  source: string,
  written: (variable: string) => string | null,
): string {
  const { code, summary, start, end } = problem;
  switch (code) {
    case 'unexpected_character':
    case 'unexpected_token':
    case 'expected_token':
      return syntaxProblem(source, start, end);
    case 'unterminated_string':
    case 'newline_in_string':
    case 'unterminated_triple_quoted_string':
      return 'A text is missing its closing quotation mark.';
    case 'no_such_overload':
      return operatorProblem(problem, written);
    case 'no_matching_overload':
      return functionProblem(/'(\w+)\(([^)]*)\)/.exec(summary));
    case 'incompatible_ternary_branches':
      return 'Both results must be of one kind: two texts, or two numbers.';
    case 'invalid_condition_type':
      return 'Before the question mark is a condition, such as {Company} == "Acme".';
    case 'invalid_logical_operand':
      return '&& and || stand between conditions, such as {Company} != "".';
    case 'unknown_variable': {
      const name = summary.replace(/^.*: /, '');
      return `“${name}” has no meaning. Write {${name}} for a column, and "${name}" for a text.`;
    }
    case 'cannot_index_type':
      return 'After a text, a dot or [ has no meaning here.';
    case 'reserved_identifier':
      return `“${summary.replace(/^.*: /, '')}” has no meaning in a formula.`;
    case 'limit_exceeded':
      return 'The formula is too long.';
    case 'division_by_zero':
    case 'modulo_by_zero':
      return 'A number is divided by 0.';
    case 'numeric_overflow':
      return 'The number is too large.';
    case 'int_conversion_error':
    case 'double_conversion_error':
      return 'The text isn’t a number. number(…) reads the number in any text.';
    default:
      return summary.charAt(0).toUpperCase() + summary.slice(1);
  }
}

function syntaxProblem(source: string, start: number, end: number): string {
  const rest = source.slice(start).trimStart();
  if (rest === '')
    return source.trim() === '' ? 'Write a formula after the equals sign.' : endProblem(source);
  if (source.slice(0, start).endsWith('<') && rest.startsWith('>')) return 'Write != for “is not”.';
  if (rest.startsWith(')')) return 'A closing parenthesis has no opening one.';
  const sign = SIGNS.find(([pattern]) => pattern.test(rest));
  if (sign) return sign[1];
  const [word = ''] = /^[\p{L}_][\p{L}\p{N}_]*/u.exec(rest) ?? [];
  if (/^and$/i.test(word)) return 'Write && for “and”.';
  if (/^or$/i.test(word)) return 'Write || for “or”.';
  if (word !== '') return `A sign such as + or == is missing before “${word}”.`;
  const [unknown = ''] = source.slice(start, Math.max(end, start + 1));
  return `“${unknown}” is in a place where it has no meaning.`;
}

function endProblem(source: string): string {
  const count = (sign: string) => source.split(sign).length - 1;
  return count('(') > count(')') ? 'A closing parenthesis is missing.' : 'Something is missing at the end.';
}

function operatorProblem(
  { summary, operands }: CelProblem,
  written: (variable: string) => string | null,
): string {
  const [, sign = '', only = ''] = /: ([-!])(\w+)$/.exec(summary) ?? [];
  if (only === 'string')
    return sign === '!'
      ? `Text isn’t a condition. Compare it, for example ${textOperand(operands, ['string'], written)} == "".`
      : `Use number(${textOperand(operands, ['string'], written)}) to calculate.`;
  const [, left = '', operator = '', right = ''] = /: (\S+) (\S+) (\S+)$/.exec(summary) ?? [];
  const kinds = [left, right].map((kind) => kind.replace(/^dyn<(.*)>$/, '$1'));
  const hasNumber = kinds.some((kind) => NUMBERS.test(kind));
  const text = textOperand(operands, kinds, written);
  if (kinds.includes('string') && (hasNumber || /^[-*/%]$/.test(operator))) {
    if (/^[<>=!]/.test(operator)) return `Use number(${text}) to compare it with a number.`;
    if (operator !== '+') return `Use number(${text}) to calculate.`;
    const join = 'string(…) to join a number with a text.';
    return text === '…' ? `Use ${join}` : `Use number(${text}) to calculate, and ${join}`;
  }
  const [one = left, other = right] = kinds.map((kind) => KINDS[kind]);
  return `${operator} doesn’t go between ${one} and ${other}.`;
}

/** The operand that is a text, if it is a column; else dots. */
function textOperand(
  operands: readonly unknown[],
  kinds: readonly string[],
  written: (variable: string) => string | null,
): string {
  const operand = operands[kinds.indexOf('string')] as { op?: unknown; args?: unknown } | undefined;
  const name = operand?.op === 'id' && typeof operand.args === 'string' ? operand.args : '';
  return written(name) ?? '…';
}

function functionProblem(call: RegExpExecArray | null): string {
  const [, cel = '', given = ''] = call ?? [];
  const name = cel === 'if_' ? 'if' : cel;
  const usage = FORMULA_FUNCTIONS.find((each) => each.name === name)?.usage;
  if (usage === undefined) return `${name} doesn’t take these values.`;
  const needs = `Write ${usage}.`;
  if (name === 'if') return `${needs} A condition is, for example, {Company} == "Acme".`;
  const hasNumber = given.split(', ').some((kind) => NUMBERS.test(kind));
  return hasNumber && name !== 'part' ? `${needs} string(…) makes a number a text.` : needs;
}
