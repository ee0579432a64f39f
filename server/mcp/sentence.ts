/** A message as a sentence that another one can follow: messages about a field have no period. */
export function sentence(text: string): string {
  return /[.!?…][”"')]?$/.test(text) ? text : `${text}.`;
}
