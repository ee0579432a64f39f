import type { PostalAddress } from './postal-address.ts';

/** From house number to postal code, in one line: `88/14 หมู่ 5 ถนนเพชรเกษม ตำบลอ้อมใหญ่ อำเภอสามพราน จังหวัดนครปฐม 73160`. */
const ADDRESS =
  /(?<![\d/])(?<street>(?:เลขที่ ?)?\d{1,4}(?:[/,-]\d{1,4}){0,2} [^\n\t]{0,90}?),? ?(?<ward>(?:ตำบล|ต\.|แขวง) ?[^\s\d,]{2,30}),? (?<district>(?:อำเภอ|อ\.|เขต) ?[^\s\d,]{2,30}),? (?<province>(?:จังหวัด|จ\.)? ?[^\s\d,]{2,30}),? (?<code>\d{5})(?!\d)/gu;
const BANGKOK = /^(?:กรุงเทพ(?:มหานคร|ฯ)?|กทม\.?)$/u;
/** Fairs, booths, dealers and authorities. */
const OTHER_PLACE = /งาน |บูธ|ตัวแทนจำหน่าย|ร้านค้า|จำหน่ายที่|คณะกรรมการ|สคบ|พบกับเรา/u;
const SITE_CHARS = 60;
const MAX_ADDRESSES = 8;

/** The addresses of a text in Thai script, at most 8. */
export function findThaiAddresses(text: string): PostalAddress[] {
  if (!/[ตอเแ]/u.test(text)) return [];
  const found: PostalAddress[] = [];
  for (const match of text.matchAll(ADDRESS)) {
    const { street = '', district = '', province = '', code = '' } = match.groups!;
    const end = match.index + match[0].length;
    const before = text.slice(Math.max(0, match.index - SITE_CHARS), match.index);
    if (OTHER_PLACE.test(before) || OTHER_PLACE.test(text.slice(end, end + 12))) continue;
    const isBangkok = BANGKOK.test(province.trim());
    found.push({
      street: street.trim(),
      postalCode: code,
      city: isBangkok ? province.trim() : district,
      region: isBangkok ? null : province.trim(),
      country: 'TH',
      written: match[0],
      start: match.index,
      end,
      nameBefore: null,
    });
    if (found.length >= MAX_ADDRESSES) break;
  }
  return found;
}
