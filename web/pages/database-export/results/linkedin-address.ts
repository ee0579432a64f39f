/** LinkedIn's hosts, and the host of the sample leads (`.example` is reserved, RFC 2606). */
const HOSTS = /^(?:[a-z\d-]+\.)*linkedin\.(?:com|example)$/;

/**
 * A lead's cell -> its LinkedIn URL with scheme, or null. Unlike profiles found on websites
 * (#engines/page-contacts), any path is allowed, because leads contain Sales Navigator and Recruiter URLs.
 */
export function linkedInAddress(cell: string): string | null {
  const text = cell.trim();
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (/\s/.test(text) || !URL.canParse(address)) return null;
  const { hostname, username } = new URL(address);
  // "jane@linkedin.com" is an email.
  return HOSTS.test(hostname) && username === '' ? address : null;
}
