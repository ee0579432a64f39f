import type { Mail } from './mail.ts';

const PRODUCT = 'Leadwell';

/** What a mail says. All texts are plain; the layout escapes them. */
export interface MailContent {
  subject: string;
  /** One short line: what happened, or what to do. */
  heading: string;
  paragraphs: readonly string[];
  /** Names and values, such as when and where something was done. */
  facts?: readonly (readonly [string, string])[];
  /** The one thing to do. `url` is absolute, http or https. */
  button?: { label: string; url: string };
  /** A code to type, as an alternative to the button. */
  code?: string;
  /** What to do if the recipient didn't expect this mail. */
  unexpected: string;
  /** Why the recipient gets this mail, as a sentence. */
  reason: string;
}

// A long address in a text breaks, because a mail that is wider than a phone is hard to read.
const BREAKS = 'word-break:break-word';
const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const INK = '#18181b';
const QUIET = '#52525b';
const LINE = '#e4e4e7';
const ACCENT = '#0f766e';

/** Overrides for mail apps with a dark theme. Inline styles need !important to be overridden. */
const DARK = `@media (prefers-color-scheme: dark) {
.page { background-color: #09090b !important; }
.card { background-color: #18181b !important; border-color: #27272a !important; }
.ink { color: #fafafa !important; }
.quiet { color: #a1a1aa !important; }
.code { background-color: #27272a !important; border-color: #3f3f46 !important; }
.link { color: #2dd4bf !important; }
}`;

/**
 * Lays out a mail as plain text and as HTML. The HTML has no images or remote content, and uses tables and
 * inline styles, since many mail apps support nothing else. `site` is the address of this server.
 */
export function renderMail(to: string, content: MailContent, site: string): Mail {
  return { to, subject: content.subject, text: plainText(content, site), html: html(content, site) };
}

function plainText(
  { heading, paragraphs, facts = [], button, code, unexpected, reason }: MailContent,
  site: string,
): string {
  const blocks = [
    heading,
    ...paragraphs,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    button && `${button.label}:\n${button.url}`,
    code && `Code: ${code}`,
    unexpected,
    `-- \n${PRODUCT}\n${reason}\n${site}`,
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function html(content: MailContent, site: string): string {
  const { subject, heading, paragraphs, facts = [], button, code, unexpected, reason } = content;
  const rows = [
    row(
      `<h1 class="ink" style="margin:0;font-size:22px;line-height:28px;${BREAKS};color:${INK}">${escapeHtml(heading)}</h1>`,
      0,
    ),
    ...paragraphs.map((text) => row(paragraph(text), 12)),
    ...facts.map(([name, value], index) => row(paragraph(`${name}: ${value}`), index === 0 ? 12 : 0)),
    button && row(buttonHtml(button), 24),
    code && row(codeHtml(code, button !== undefined), 24),
    button && row(addressHtml(button.url), 24),
    row(paragraph(unexpected, 'quiet'), 24),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${DARK}</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#f4f4f5;${FONT}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f4f4f5" style="background-color:#f4f4f5">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:left">
<tr><td class="ink" style="padding:0 4px 16px;font-size:18px;line-height:24px;font-weight:600;color:${INK}"><span class="link" style="color:${ACCENT}">&#9673;</span> ${PRODUCT}</td></tr>
<tr><td class="card" bgcolor="#ffffff" style="padding:32px 24px;background-color:#ffffff;border:1px solid ${LINE};border-radius:12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
${rows.filter(Boolean).join('\n')}
</table>
</td></tr>
<tr><td class="quiet" style="padding:16px 4px 0;font-size:13px;line-height:20px;color:${QUIET}">${escapeHtml(reason)}<br><a class="link" href="${escapeHtml(site)}" style="color:${ACCENT}">${PRODUCT}</a></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function row(content: string, above: number): string {
  return `<tr><td style="padding-top:${above}px">${content}</td></tr>`;
}

function paragraph(text: string, tone: 'ink' | 'quiet' = 'ink'): string {
  const style =
    tone === 'ink'
      ? `font-size:16px;line-height:24px;${BREAKS};color:${INK}`
      : `font-size:14px;line-height:20px;${BREAKS};color:${QUIET}`;
  return `<p class="${tone}" style="margin:0;${style}">${escapeHtml(text)}</p>`;
}

function buttonHtml({ label, url }: { label: string; url: string }): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="${ACCENT}" style="background-color:${ACCENT};border-radius:8px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;font-size:16px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;
}

function codeHtml(code: string, alternative: boolean): string {
  const label = alternative ? paragraph('Or enter this code:', 'quiet') : '';
  return `${label}<p class="code ink" style="margin:${alternative ? 8 : 0}px 0 0;padding:12px 16px;background-color:#f4f4f5;border:1px solid ${LINE};border-radius:8px;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:24px;line-height:32px;font-weight:600;letter-spacing:4px;color:${INK}">${escapeHtml(code)}</p>`;
}

/** Some mail apps remove buttons, and careful people read an address before they open it. */
function addressHtml(url: string): string {
  return `${paragraph("If the button doesn't work, open this address:", 'quiet')}<p style="margin:4px 0 0;font-size:14px;line-height:20px;word-break:break-all"><a class="link" href="${escapeHtml(url)}" style="color:${ACCENT}">${escapeHtml(url)}</a></p>`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
