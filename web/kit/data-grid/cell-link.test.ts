import { expect, it } from 'vitest';
import { cellLink } from './cell-link.ts';
import type { ColumnType } from './data-grid-props.ts';

it.each<[ColumnType, string, string | null]>([
  ['url', 'acme.com', 'https://acme.com'],
  ['url', 'https://acme.com/a?b=c', 'https://acme.com/a?b=c'],
  ['url', 'acme.com:8080/x', 'https://acme.com:8080/x'],
  ['url', 'javascript:alert(1)', null],
  ['url', 'data:text/html,x', null],
  ['url', 'not a link', null],
  ['url', 'acme', null],
  ['url', '', null],
  ['email', 'jane@acme.com', 'mailto:jane@acme.com'],
  ['email', 'jane@acme.com?bcc=x@y.com', null],
  ['email', 'jane', null],
  ['text', 'acme.com', null],
])('a cell of type %s with "%s" leads to %s', (type, text, link) => {
  expect(cellLink(type, text)).toBe(link);
});
