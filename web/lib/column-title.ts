/** Words that aren't written like a name. */
const WORDS: Readonly<Record<string, string>> = {
  id: 'ID',
  url: 'URL',
  usd: 'USD',
  csv: 'CSV',
  linkedin: 'LinkedIn',
  linkedinurl: 'LinkedIn URL',
  github: 'GitHub',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  whatsapp: 'WhatsApp',
};

/** A column as people read it: "funding_total_usd" -> "Funding total USD", "Full Name" -> "Full Name". */
export function columnTitle(column: string): string {
  const words = column
    .trim()
    .split(/[_\s]+/)
    .map((word) => WORDS[word.toLowerCase()] ?? word);
  const title = words.join(' ');
  return title.charAt(0).toUpperCase() + title.slice(1);
}
