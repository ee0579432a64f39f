import { expect, it } from 'vitest';
import { plainName, splitFullName, withCapitals } from './person-name.ts';

it.each([
  ['Jane Miller', 'Jane', 'Miller'],
  ['Miller, Jane', 'Jane', 'Miller'],
  ['Dr. Anna van der Berg, MBA', 'Anna', 'van der Berg'],
  ['José María García', 'José María', 'García'],
  ['Anna-Lena Meyer-Köhler', 'Anna-Lena', 'Meyer-Köhler'],
  ["Sean O'Brien Jr.", 'Sean', "O'Brien"],
  ['王小明', '小明', '王'],
  ['Madonna', 'Madonna', ''],
  ['🚀 99', '', ''],
])('splits %s into %s and %s', (fullName, first, last) => {
  expect(splitFullName(fullName)).toEqual({ first, last });
});

it.each([
  ['Dr. med. Karin Weber', '', 'Karin', 'Weber'],
  ['Dr. med. Karin', 'Weber', 'Karin', 'Weber'],
  ['Prof. Dr. rer. nat. h. c. Anna Huber', '', 'Anna', 'Huber'],
  ['Dipl.-Ing. Hans', 'Meier', 'Hans', 'Meier'],
  ['Dr. Phil Collins', '', 'Phil', 'Collins'],
  ['MARY ANN', 'SMITH', 'Mary Ann', 'Smith'],
  ['MARY ANN SMITH', '', 'Mary Ann', 'Smith'],
  ['MARY', "O'NEIL-LEE", 'Mary', "O'Neil-Lee"],
  ['mary', 'lee', 'mary', 'lee'],
  ['RONALD', 'MCDONALD', 'Ronald', 'McDonald'],
  ['TANAKA Hiroshi', '', 'Hiroshi', 'Tanaka'],
  ['Hiroshi TANAKA', '', 'Hiroshi', 'Tanaka'],
  ['Jean-Pierre DE LA TOUR', '', 'Jean-Pierre', 'de la Tour'],
  ['John von NEUMANN', '', 'John', 'von Neumann'],
  ['JP Morgan', '', 'JP', 'Morgan'],
  ['McKenzie', 'van der Berg, MBA', 'McKenzie', 'van der Berg'],
  ['🚀 Ana 99', 'Silva ✔', 'Ana', 'Silva'],
  ['王小明', '', '小明', '王'],
  ['123', '', '', ''],
  ['mgr inż. Adam Zieliński', '', 'Adam', 'Zieliński'],
  ['MUDr. Pavel Beneš, CSc.', '', 'Pavel', 'Beneš'],
  ['Karen Fields, LCSW', '', 'Karen', 'Fields'],
  ['Lisa Wolf, Geschäftsführerin', '', 'Lisa', 'Wolf'],
  ['Jane Doe - Acme', '', 'Jane', 'Doe'],
  ['Jane Doe, Acme Ltd', '', 'Jane', 'Doe'],
  ['Berg, Anna van den', '', 'Anna', 'van den Berg'],
  ['María del Carmen Ruiz', '', 'María del Carmen', 'Ruiz'],
  ['Juan García López', '', 'Juan', 'García López'],
  ['Nagy Péter', '', 'Péter', 'Nagy'],
  ['Péter Nagy', '', 'Péter', 'Nagy'],
  ['Tanaka Hiroshi', '', 'Hiroshi', 'Tanaka'],
  ['Kim Min-jun', '', 'Min-jun', 'Kim'],
  ['Kim Hanson', '', 'Kim', 'Hanson'],
  ['Nguyễn Văn An', '', 'Văn An', 'Nguyễn'],
  ['Wei Zhang', '', 'Wei', 'Zhang'],
  ['Zhang Wei', '', 'Wei', 'Zhang'],
  ['Иванова Мария Сергеевна', '', 'Мария Сергеевна', 'Иванова'],
  ['佐藤花子', '', '花子', '佐藤'],
  ['Mr.', 'John Doe', 'John', 'Doe'],
  ['Jane Doe', 'n/a', 'Jane', 'Doe'],
  ['Jane', 'Jane Doe', 'Jane', 'Doe'],
])('%s | %s is shown as %s %s', (first, last, shownFirst, shownLast) => {
  expect(plainName({ first, last })).toEqual({ first: shownFirst, last: shownLast });
});

it.each([
  ['anna', 'Anna'],
  ['jean-luc', 'Jean-Luc'],
  ["o'brien", "O'Brien"],
  ['van den berg', 'van den Berg'],
  ['ortega y gasset', 'Ortega y Gasset'],
  ['van', 'Van'],
  ['j', 'J'],
  ['María del Carmen', 'María del Carmen'],
  ['de la Cruz', 'de la Cruz'],
  ['小明', '小明'],
  ['', ''],
])('the part %s with capitals is %s', (name, shown) => {
  expect(withCapitals(name)).toBe(shown);
});
