import { plainLetters } from './plain-letters.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Chinese family names in Pinyin that are hardly ever given names. */
const CHINESE = words(
  'wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he gao lin luo zheng liang xie tang song deng han feng cao ' +
    'peng zeng xiao tian dong pan yuan cai jiang yu du ye cheng su lu ding ren yao shen zhong cui tan fan liao shi jin xiong meng qin',
);
/** Family names of Hong Kong, Singapore and Malaysia, as written there. */
const SOUTHERN = words(
  'chan wong lee lim tan ng goh cheung leung lau ho chow yeung tang lam kwok ong teo koh chua low yap toh yeo sim chong cheng fung ' +
    'tsang tse chiu choi mak kwan yuen poon yip kwong siu lai chin loh foo soh quek ang tay seah chew heng lo lui tsui wu hui',
);
const KOREAN = words(
  'kim lee park choi jung jeong kang cho yoon yun jang lim han oh seo shin kwon hwang ahn song yoo ryu jeon hong ko moon son yang bae ' +
    'baek heo nam noh ha kwak sung cha joo woo koo min',
);
const VIETNAMESE = words(
  'nguyen tran le pham huynh hoang phan vu vo dang bui do ho ngo duong ly truong dinh doan lam mai',
);
/** Middle names of Vietnam, which show the order of a name without accents. */
const VIETNAMESE_MIDDLE = words(
  'van thi duc minh quoc thanh ngoc xuan huu dinh bao hong kim phuong thuy anh quang tuan cong gia',
);
const JAPANESE = words(
  'sato suzuki takahashi tanaka watanabe ito yamamoto nakamura kobayashi kato yoshida yamada sasaki yamaguchi matsumoto inoue kimura ' +
    'hayashi shimizu yamazaki ikeda hashimoto ishikawa yamashita nakajima ishii ogawa maeda okada hasegawa fujita goto kondo ' +
    'murakami aoki sakamoto saito fukuda ota nishimura fujii kaneko okamoto fujiwara miura nakano nakagawa harada matsuda takeuchi ' +
    'tamura nakayama wada ishida morita ueda uchida shibata sakai miyazaki yokoyama takagi ando miyamoto ono kojima taniguchi imai ' +
    'kudo takada masuda maruyama sugiyama murata otsuka arai koyama hirano fujimoto kono ueno noguchi takeda matsui iwasaki ' +
    'kinoshita kubo sano nomura matsuo kikuchi ichikawa sugimoto furukawa shimada mizuno sakurai takano yoshikawa nishida iida ' +
    'nishikawa kitamura yasuda kawaguchi hirata kubota hattori iwata tsuchiya kawasaki fukushima honda higuchi akiyama taguchi nagai',
);
const JAPANESE_SHAPE = /^(?:(?:[bdfghjkmnprstwyz]|sh|ch|ts|[bghkmnpr]y|ss|kk|tt|pp)?[aiueo]{1,2}n?){2,5}$/;
const CHINESE_SYLLABLE =
  '(?:[jqx](?:iong|iang|ing|ian|iao|in|ia|ie|iu|i|uan|ue|un|u)|(?:zh|ch|sh|r|z|c|s)(?:uang|uai|uan|ang|eng|ong|ua|uo|ui|un|ai|ei|ao|ou|an|en|a|e|i|u)' +
  '|[bpmf](?:iao|ian|ing|ang|eng|ai|ei|ao|ou|an|en|ie|in|a|o|i|u)|[dtnl](?:iang|iao|ian|ing|ang|eng|ong|uan|ai|ei|ao|ou|an|en|ia|ie|iu|in|uo|ui|un|ue|a|e|i|u|v)' +
  '|[gkh](?:uang|uai|uan|ang|eng|ong|ua|uo|ui|un|ai|ei|ao|ou|an|en|a|e|u)|y(?:ang|ing|ong|uan|ao|ou|an|in|ue|un|a|e|i|u)|w(?:ang|eng|ai|ei|an|en|a|o|u)|ai|an|ao|ou|en|er|a|e)';
const CHINESE_WORD = new RegExp(`^(?:${CHINESE_SYLLABLE}){1,2}$`);
const SOUTHERN_WORD =
  /^(?:[bcdfghjklmnpqrstwxyz]|ch|sh|kw|ng|ts|tz|hs|kh|gw)?(?:[aeiou]{1,3}|y)(?:ng|n|m|p|t|k|h|w|y)?$/;
const KOREAN_SYLLABLE =
  '(?:min|jun|joon|ji|seo|seok|suk|seong|sung|hyun|hyeon|young|yeong|woo|jin|hee|hui|soo|su|kyung|gyeong|hye|eun|jae|ho|hoon|hun|' +
  'seung|yong|yoon|yun|na|ha|bin|won|chul|cheol|mi|ki|gi|tae|dong|jung|jeong|sang|kyu|gyu|in|yeon|ra|ri|ye|yu|byung|myung|hwan|jong|joo|ju|ah|chan|do|geun|keun|il|nam|sun|seon|sook|wook|hyung|hyuk)';
const KOREAN_WORD = new RegExp(`^${KOREAN_SYLLABLE}-?${KOREAN_SYLLABLE}$`);
const KOREAN_PART = new RegExp(`^${KOREAN_SYLLABLE}$`);

/** Longer words are in no list. */
const MAX_CHARS = 20;

function plain(word: string): string {
  const lower = word.slice(0, MAX_CHARS).toLowerCase();
  return /^[a-z]*$/.test(lower) ? lower : plainLetters(lower).normalize('NFD').replace(/\p{M}/gu, '');
}

/** Whether this family name is written in two letters, as in `LI Wei`. */
export function isShortFamilyName(word: string): boolean {
  const name = plain(word);
  return CHINESE.has(name) || SOUTHERN.has(name) || VIETNAMESE.has(name);
}

/** Whether a romanized name is written family name first, as in China, Korea, Japan and Vietnam. */
export function startsWithAsianFamily(written: readonly string[]): boolean {
  const [first = '', ...rest] = written.map(plain);
  if (rest.length === 0 || rest.length > 3) return false;
  return (
    isVietnameseName(written) ||
    isJapanese(first, rest) ||
    isKorean(first, rest) ||
    isChinese(first, rest) ||
    (rest.length === 2 && SOUTHERN.has(first) && rest.every((word) => SOUTHERN_WORD.test(word)))
  );
}

/** Whether a name is Vietnamese with its family name first: `Nguyễn Văn An`, `Tran Thi Mai`. */
export function isVietnameseName(written: readonly string[]): boolean {
  const [first = '', ...rest] = written.map(plain);
  const last = rest.at(-1);
  if (!VIETNAMESE.has(first) || last === undefined || rest.length > 4) return false;
  if (VIETNAMESE.has(last) && rest.length === 1) return false;
  if (/^(?:nguyen|tran|pham|huynh|hoang|phan|truong)$/.test(first)) return true;
  // Accents that only Vietnamese has.
  if (/[ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu.test(written.join(' ').normalize('NFC')))
    return rest.length > 1 || plain(written[0] ?? '') !== (written[0] ?? '').toLowerCase();
  return rest.length > 1 && VIETNAMESE_MIDDLE.has(rest[0] ?? '');
}

function isJapanese(first: string, rest: readonly string[]): boolean {
  const [given = ''] = rest;
  return rest.length === 1 && JAPANESE.has(first) && !JAPANESE.has(given) && JAPANESE_SHAPE.test(given);
}

/** Korean given names have two syllables. `Kim Hanson` isn't one. */
function isKorean(first: string, rest: readonly string[]): boolean {
  const [one = '', two] = rest;
  if (!KOREAN.has(first) || rest.length > 2) return false;
  return two === undefined ? KOREAN_WORD.test(one) : KOREAN_PART.test(one) && KOREAN_PART.test(two);
}

function isChinese(first: string, rest: readonly string[]): boolean {
  if (!CHINESE.has(first) || rest.length > 2) return false;
  return !CHINESE.has(rest.at(-1) ?? '') && rest.every((word) => CHINESE_WORD.test(word));
}
