/** How lead databases group company names: letters and digits in lower case, without a common legal form. */
export function leadKey(text: string): string {
  return text
    .toLowerCase()
    .replace(LEAD_FORMS, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Also used in SQL (RE2), so it has no lookarounds. */
export const LEAD_FORMS_PATTERN =
  '[ ,]+(inc|llc|ltd|limited|corp|corporation|co|company|gmbh|ag|plc|llp|lp|sa|s\\.a|sas|sarl|srl|s\\.r\\.l|spa|s\\.p\\.a|bv|b\\.v|nv|ab|as|a/s|aps|oy|oyj|pty ltd|pty\\. ltd|pvt ltd|private limited)\\.?$';
const LEAD_FORMS = new RegExp(LEAD_FORMS_PATTERN);
