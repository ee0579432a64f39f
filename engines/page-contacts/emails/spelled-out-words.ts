/** Mailboxes of a role. A sentence rarely has one of these words before "at". */
const ROLE =
  /^(?:\p{L}*infos?|contacts?|kontakt|contacto|contato|contatti|contactus|hello|hallo|hola|mail|email|e-mail|post|office|buero|büro|bureau|sekretariat|secretariat|reception|recepcion|admin|enquiries|enquiry|inquiries|inquiry|sales|vertrieb|verkauf|ventas|vendas|commercial|comercial|commerciale|marketing|support|helpdesk|customerservice|kundenservice|service|shop|store|press|presse|prensa|jobs|careers|bewerbung|hr|webmaster|postmaster|abuse|privacy|datenschutz|billing|orders|bestellung|booking|bookings|reservations?|redaktion|editor|atendimento|ufficio|segreteria|secretaria|accueil|biuro|sekretariat|iroda|kancelaria|firmapost)(?:[._-]\p{L}+)?$/iu;

/** Words before "at" in a sentence, which are no mailbox even on the site's own domain. */
const SENTENCE_WORD =
  /^(?:us|me|him|her|them|it|you|available|found|find|look|meet|visit|visits|here|now|today|tomorrow|located|online|working|work|works|live|order|read|seen|see|sold|sign-?up|register|registered|directly|only|again|more|best|free|price|prices|uns|ihnen|jetzt|hier|mehr|online|lautet|bestellen|nous|vous|ici|aqui|aquí|qui|site|website|page|blog|the|an?|la|el|una?|les?|il|lo|der|die|das|eine?|os?|as)$/iu;

/** A label for mail before the address, with at most one more word between: `E-mail: jane`, `mail Jane to`. */
const MAIL_LABEL =
  /(?:e-?mails?|mails?|e-?post|e-?mailadres|correo|courriel|m[ée]l|posta|poczta|почта|メール|邮箱|이메일|✉|📧)(?:\s(?:to|at|an|address|adresse))?[\s\ue000]{0,2}[:：=–-]?[\s\ue000]{0,2}(?:[\w.+-]{1,40})?\s?$/iu;

const LABEL_CHARS = 70;

/** Whether a local part names a role, not a person. */
export function isRoleWord(local: string): boolean {
  return ROLE.test(local);
}

/** Whether a local part is more likely a word of a sentence. */
export function isSentenceWord(local: string): boolean {
  return SENTENCE_WORD.test(local);
}

/** Whether a label for mail stands before the spelled-out "at" at `index`, on the same line. */
export function isLabeledMail(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - LABEL_CHARS), index);
  return MAIL_LABEL.test(before.slice(before.lastIndexOf('\n') + 1));
}
