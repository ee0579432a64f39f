const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox that an email address reaches, as an address: "ada+news@acme.com" -> "ada@acme.com",
 * "A.da@googlemail.com" -> "ada@gmail.com". Drops +tags everywhere, and for Gmail the dots too. Not every
 * provider supports +tags, so use it to count mailboxes, never to send mail. `email` is a valid address in lower
 * case. The SQL function mailbox_of computes the same.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const local = email.slice(0, at).replace(/^([^+]+)\+.*$/, '$1');
  return GMAIL.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}
