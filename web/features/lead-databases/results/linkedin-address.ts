/** LinkedIn's own, and that of the sample leads: `.example` can belong to nobody (RFC 2606). */
const HOSTS = /^(?:[a-z\d-]+\.)*linkedin\.(?:com|example)$/;

/**
 * A cell of a lead -> the address on LinkedIn it holds, with its scheme, or null. Unlike a website's own profile
 * (#engines/page-contacts) any path will do: leads bring those of Sales Navigator and Recruiter.
 */
export function linkedInAddress(cell: string): string | null {
  const text = cell.trim();
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (/\s/.test(text) || !URL.canParse(address)) return null;
  const { hostname, username } = new URL(address);
  // "jane@linkedin.com" is an email.
  return HOSTS.test(hostname) && username === '' ? address : null;
}
