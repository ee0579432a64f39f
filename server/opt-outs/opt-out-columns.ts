import { parseOptOut } from './opt-out-entry.ts';
import { isSharedDomain } from './shared-domain.ts';

/**
 * How a column of a list of opt-outs is read. `named`: its header says that it has entries. `detail`: it says something about an
 * address or a company, and isn't read. `other`: only its email addresses and profiles are.
 */
export type ColumnUse = 'named' | 'detail' | 'other';

/** A word for email. Longer ones end with it: "workemail", "mailadresse". */
const EMAIL_WORD =
  /^(?!voice)(?:\p{L}*mails?(?:add?ress\p{L}*)?|courriels?|correos?|e?post[ae]?|[ée]lectronique|elettronica|electr[óo]nico|eletr[ôo]nico)$/u;
const LINKEDIN_WORD = /linkedin/;
const PROFILE_COLUMN = /^(?:public_)?profile(?:_url)?(?:_\d+)?$/;
/** A person's phone, and not their company's. */
const PHONE_COLUMN =
  /^(?!\w*(?:company|corp|hq|fax|code|country|carrier|consent|valid|verif))\w*(?:phone|mobile|cell|telefon|telephone|telefono|handy|rufnummer|portable|movil|celular|cellulare|whatsapp|^tel)(?:_\w+)?$/;
const COMPANY_COLUMN = /^(?:\w*domain|\w*web_?site|homepage|web|url)(?:_(?:url|name))?(?:_\d+)?$/;
const ENTRY_COLUMN = /^(?:value|entry|opt_?out|contact)s?$/;
/** Words that make a column one about the address or phone before them. */
const DETAIL_WORD =
  /^(?:status|types?|scores?|dates?|datum|sources?|confidence|validation|validity|verification|at|on)$/;
/** Words for those who work on the list, and for what they write. */
const REMARK_WORD = /^(?:owners?|agents?|handlers?|sources?|notes?|comments?|remarks?|reasons?|tickets?)$/;
const COMPANY_WORD = /^(?:company|companies|organi[sz]ation|corp|corporate|employer)$/;

/** How each column under a header is read; null if the record isn't a header. */
export function columnUses(cells: readonly string[]): ColumnUse[] | null {
  if (cells.some((cell) => parseOptOut(cell).ok || isMailProvider(cell))) return null;
  const uses = cells.map(columnUse);
  return uses.includes('named') ? uses : null;
}

/** "gmail.com" is an entry that is refused. */
function isMailProvider(cell: string): boolean {
  return cell.includes('.') && isSharedDomain(cell.trim().toLowerCase());
}

function columnUse(header: string): ColumnUse {
  const words = header
    .trim()
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const key = words.join('_');
  const at = words.findIndex((word) => EMAIL_WORD.test(word) || LINKEDIN_WORD.test(word));
  const isEntry =
    at >= 0 || [PROFILE_COLUMN, PHONE_COLUMN, COMPANY_COLUMN, ENTRY_COLUMN].some((names) => names.test(key));
  if (words.slice(at + 1).some((word) => DETAIL_WORD.test(word))) return 'detail';
  // "Added by email" is about a colleague, "Owner phone" may be about a company's owner.
  if (words.includes('by') || (isEntry ? words.slice(-1) : words).some((word) => REMARK_WORD.test(word)))
    return 'detail';
  // The page of a company.
  if (words.some((word) => LINKEDIN_WORD.test(word)) && words.some((word) => COMPANY_WORD.test(word)))
    return 'detail';
  return isEntry ? 'named' : 'other';
}
