import { expect, it } from 'vitest';
import { formulaColumns, renameColumns, templateColumns, withoutQuotedColumns } from './formula-columns.ts';

it.each([
  ['={A} + "{B}" + \'{C}\' + {D}', ['A', 'D']],
  ['=match({A}, "^\\d{5}$") && r"{x}\\\\" != """{y}"{z}"""', ['A']],
  ['="\\"{A}" + {B}', ['B']],
  ["={Bob's} + {A}", ["Bob's", 'A']],
  ['Hello "{A}" and {{B}}', ['A']],
])('the columns of %s', (formula, columns) => {
  expect(formulaColumns(formula)).toEqual(columns);
  expect(renameColumns(formula, (column) => column)).toBe(formula);
});

it('a template has columns in quotes, also if it starts like a formula', () => {
  expect(templateColumns('={"name": "{A}"}')).toEqual(['A']);
});

it.each([
  ['="Hello {A}"', '=("Hello " + {A})'],
  ["='{A}, {B}!' + {C}", "=({A} + ', ' + {B} + '!') + {C}"],
  ['="{A}"', '={A}'],
  ['=r"\\d{A}"', '=(r"\\d" + {A})'],
  ['=match({A}, "^\\d{5}$|{3}|{unknown}|{{A}}|\\{A}")', '=match({A}, "^\\d{5}$|{3}|{unknown}|{{A}}|\\{A}")'],
  ['="""{A}"x""" + b"{A}"', '=({A} + """"x""") + b"{A}"'],
  ['"Hello {A}"', '"Hello {A}"'],
])('%s has its columns outside of quotes: %s', (formula, without) => {
  expect(withoutQuotedColumns(formula, (column) => ['A', 'B', 'C', '3', '5'].includes(column))).toBe(without);
});
