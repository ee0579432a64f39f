import { leftOutText } from './left-out-text.ts';
import type { ExportCount } from './list-exports.ts';

/** Which rows a file lacks, a text for each reason: "12 without an email". */
export function missingRows({ unchanged, optedOut, leftOut, refused }: ExportCount): string[] {
  const count = (rows: number) => rows.toLocaleString('en-US');
  const excluded = leftOut.reduce((all, { rows }) => all + rows, 0);
  return [
    ...(excluded > 0 ? [`${count(excluded)} in your exclusion lists (${leftOutText(leftOut)})`] : []),
    ...refused.map(({ without, rows }) => `${count(rows)} without ${without}`),
    ...(unchanged > 0 ? [`${count(unchanged)} not new or changed`] : []),
    ...(optedOut > 0 ? [`${count(optedOut)} about people or companies that opted out`] : []),
  ];
}
