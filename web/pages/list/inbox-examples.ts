import type { ListView } from '#contract/lists.ts';

/** What the examples of a list call its secret. */
export const LIST_SECRET_VARIABLE = 'LEADWELL_LIST_SECRET';
/** What the examples call an API key. */
export const API_KEY_VARIABLE = 'LEADWELL_API_KEY';
const COLUMNS_SHOWN = 2;

/** Commands that send a row to a list, for a shell with curl. `signed` needs openssl, too. */
export function inboxExamples(
  url: string,
  { fields }: Pick<ListView, 'fields'>,
): { withKey: string; signed: string } {
  const columns = fields.slice(0, COLUMNS_SHOWN).map(({ name }) => name);
  const row = Object.fromEntries((columns.length > 0 ? columns : ['Company']).map((name) => [name, '…']));
  const body = shellText(JSON.stringify([row]));
  const withKey = `curl ${shellText(url)} \\
  -H "Authorization: Bearer $${API_KEY_VARIABLE}" \\
  -H 'Content-Type: application/json' \\
  -d ${body}`;
  const signed = `body=${body}
id="msg_$(openssl rand -hex 16)"
time="$(date +%s)"
key="$(printf %s "\${${LIST_SECRET_VARIABLE}#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')"
signature="$(printf '%s.%s.%s' "$id" "$time" "$body" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)"
curl ${shellText(url)} \\
  -H "webhook-id: $id" \\
  -H "webhook-timestamp: $time" \\
  -H "webhook-signature: v1,$signature" \\
  -H 'Content-Type: application/json' \\
  -d "$body"`;
  return { withKey, signed };
}

/** A text as one word of a shell. */
function shellText(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
