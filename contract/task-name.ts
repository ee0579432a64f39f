/**
 * The name of a task as pages and files show it: without what every address has. "https://www.acme.com/ and 7 more" ->
 * "acme.com and 7 more".
 */
export function shortTaskName(name: string): string {
  return name.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/(?=$| and [\d,]+ more$)/, '');
}
