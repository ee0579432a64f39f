const HIDDEN = '•••';
/** Shorter ones are in many texts by chance. */
const SECRET_MIN_CHARS = 4;

/**
 * A text of another service without secrets that were sent to it, however it repeats them: as they are, encoded for an
 * address or JSON, without the word before them ("Bearer"), or decoded from Base64.
 */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  let hidden = text;
  for (const form of secrets.flatMap(secretForms).sort((a, b) => b.length - a.length))
    hidden = hidden.replaceAll(form, HIDDEN);
  return hidden;
}

function secretForms(secret: string): string[] {
  const words = secret.trim().split(/\s+/);
  const last = words.at(-1) ?? '';
  const decoded = words.length > 1 ? Buffer.from(last, 'base64').toString('utf8') : '';
  const parts = /^[\x20-\x7e]+$/.test(decoded) ? [decoded, ...decoded.split(':').slice(1)] : [];
  return [secret, secret.trim(), last, ...parts]
    .flatMap((form) => [form, encodeURIComponent(form), JSON.stringify(form).slice(1, -1)])
    .filter((form) => form.length >= SECRET_MIN_CHARS);
}
