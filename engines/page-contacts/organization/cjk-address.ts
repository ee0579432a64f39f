import type { PostalAddress } from './postal-address.ts';

/** Addresses of Japan, China, Taiwan and Korea in their own script, from the largest unit to the smallest. */
const JAPAN =
  /(?:〒 ?)?(?<code>\d{3}-?\d{4})?[ \n]{0,2}(?<region>東京都|北海道|(?:京都|大阪)府|[\p{Script=Han}]{2,3}県)(?<city>[^\n\t市区町村]{1,8}?(?:市|区|町|村))(?<street>[^\n\t|()]{2,50}?)(?=\s*(?:TEL|Tel|電話|FAX|Fax|[\n\t|(]|$))/gu;
const CHINA =
  /(?<code>\d{6})?\s?(?<region>[\p{Script=Han}]{2,3}(?:省|自治区))?(?<city>[\p{Script=Han}]{2,4}?市)(?<street>[\p{Script=Han}\w\d-]{2,40}?(?:号|號|楼|室|座|栋|层)[\w\d-]*[\p{Script=Han}\w\d-]{0,15}?)(?=[\s,，。;；()（]|$)/gu;
const TAIWAN =
  /(?<code>\d{3}(?:\d{2,3})?)?\s?(?<city>[\p{Script=Han}]{2}[市縣])(?<street>[\p{Script=Han}\w -]{2,40}?[號樓](?: ?\d{1,3} ?樓)?\S{0,8}?)(?=[\s,，。;()（]|$)/gu;
const KOREA =
  /(?:\(?우\)? ?)?(?<code>\d{5})?\)?\s?(?:(?<region>[가-힣]{2,6}도)\s)?(?<city>[가-힣]{2,4}(?:특별시|광역시|특별자치시)|(?<=도\s)[가-힣]{1,4}[시군])\s(?<street>[가-힣]{1,6}[구군읍면]?\s?[가-힣\d-]{1,12}(?:로|길)\s?\d{1,4}(?:-\d{1,3})?(?:번길 \d+)?(?:, ?[^\n\t|()]{1,20}?)?)(?=\s*(?:\(|[\n\t|]|\d{5}(?!\d)|$))/gu;

const FORMS = [
  ['JP', JAPAN, /[\u3041-\u30ff]|[都道府県]/u],
  ['TW', TAIWAN, /[號樓縣臺灣]/u],
  ['CN', CHINA, /[省市区号]/u],
  ['KR', KOREA, /[가-힣]/u],
] as const;

const MAX_ADDRESSES = 8;

/** The addresses of a text in Chinese, Japanese or Korean script, at most 8. The first one is the likeliest of the company. */
export function findCjkAddresses(text: string): PostalAddress[] {
  if (!/[\u3400-\u9fff\uac00-\ud7af]/.test(text)) return [];
  for (const [country, pattern, sign] of FORMS) {
    if (!sign.test(text)) continue;
    const found: PostalAddress[] = [];
    for (const match of text.matchAll(pattern)) {
      const { code, region, city, street } = match.groups!;
      if (!city || !street || (!/\d/.test(street) && country !== 'CN')) continue;
      const end = match.index + match[0].length;
      if (isOthers(text, match.index, end)) continue;
      found.push({
        street: street.trim(),
        postalCode: code ?? codeNear(text, match.index, end, country),
        city,
        region: region ?? null,
        country,
        written: match[0].replace(/\s+/g, ' ').trim(),
        start: match.index,
        end,
        nameBefore: null,
      });
      if (found.length >= MAX_ADDRESSES) break;
    }
    if (found.length > 0) return found;
  }
  return [];
}

/** Authorities, fairs, shops of others and places for returns. */
const OTHER_PLACE =
  /消費者|消费者|個人情報保護|申訴|投诉|投訴|委員會|委员会|主管機關|監督官庁|展[示览覽]?[会會]|博[览覧覽][会會]|展位|攤位|号馆|號館|会場|會場|開催|取扱店|販売店|代理店|特約店|返品|经销商|經銷商|代理商|通路|分销商|소비자|위원회|박람회|전시회|행사|열립니다|열리는|취급점|판매점|대리점|반품/u;
const SITE_CHARS = 30;

/** Whether the text before an address names someone else, or the address is in brackets after a name. */
function isOthers(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - SITE_CHARS), start);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const after = text.slice(end, end + SITE_CHARS).split('\n', 1)[0]!;
  const isInBrackets = /\p{L}\s?[(（]\s?(?:〒\s?)?$/u.test(line) && /^[^(（\n]{0,12}[)）]/u.test(after);
  return isInBrackets || OTHER_PLACE.test(line) || OTHER_PLACE.test(after);
}

/** A code with its label after the address: `邮编：315040`, `(우) 07320`. */
function codeNear(text: string, start: number, end: number, country: string): string | null {
  const near = text.slice(Math.max(0, start - 30), end + 40);
  if (country === 'CN') return /(?:邮编|邮政编码)[:：\s]*(\d{6})/.exec(near)?.[1] ?? null;
  if (country === 'KR')
    return (
      /(?:\(?우\)?|우편번호)[\s:]*(\d{5})/.exec(near)?.[1] ??
      /^\s(\d{5})(?!\d)/.exec(text.slice(end, end + 8))?.[1] ??
      null
    );
  if (country === 'JP') return /〒 ?(\d{3}-?\d{4})/.exec(near)?.[1] ?? null;
  return null;
}
