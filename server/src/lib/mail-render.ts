import { escapeHtml } from './escape-html.ts';
import { mailTemplates, type Template, type Value } from './mail-templates.ts';

export type Rendered = { subject: string; text: string; html: string };

type Provider = { providerName: string; publicUrl: string };

/** One-time links carry their key behind the `#`, which browsers send to nobody. */
const oneTimeLinks = new Set(['link', 'resetLink']);
const isLink = (name: string) => oneTimeLinks.has(name) || name === 'signInLink';
const mask = '#••••••';

/**
 * Fills a template in both variants.
 * @param show `masked` leaves the keys of one-time links out.
 * @throws Error for a link that leads away from the panel, or has its key where servers log it.
 */
export function renderMail(
  { providerName, publicUrl }: Provider,
  name: keyof typeof mailTemplates,
  values: Readonly<Record<string, Value>>,
  show: 'masked' | 'whole',
): Rendered {
  const { subject, before, button, after = [] }: Template = mailTemplates[name];
  const fillOne = (place: string): string => {
    if (place === 'provider') return toPlainText(providerName);
    const value = values[place];
    if (value === undefined) throw new Error(`The e-mail ${name} lacks its ${place}.`);
    if (!isLink(place)) return toPlainText(value);
    checkLink(place, String(value), publicUrl);
    return oneTimeLinks.has(place) && show === 'masked' ? String(value).replace(/#.*/s, mask) : String(value);
  };
  const fill = (words: string) => words.replace(places, (_, place: string) => fillOne(place));
  const fillHtml = (words: string) =>
    escapeHtml(words).replace(places, (_, place: string) => {
      const escaped = escapeHtml(fillOne(place));
      return isLink(place) ? `<a href="${escaped}" style="${styles.link}">${escaped}</a>` : escaped;
    });
  const paragraph = (words: string) => `<p style="${styles.paragraph}">${fillHtml(words)}</p>`;
  const buttonHtml = (link: string, label: string) =>
    `<p style="${styles.paragraph}"><a href="${escapeHtml(link)}" style="${styles.button}">${escapeHtml(label)}</a></p>`;

  const link = button && fill(button.link);
  const text = [
    ...before.map(fill),
    ...(button ? [`${button.label}:\n${link}`] : []),
    ...after.map(fill),
    `-- \n${fill('{{provider}}')}\n${publicUrl}`,
  ];
  const html = [
    ...before.map(paragraph),
    ...(button ? [buttonHtml(link!, button.label)] : []),
    ...after.map(paragraph),
    `<p style="${styles.foot}">${fillHtml('{{provider}}')} · ${escapeHtml(publicUrl)}</p>`,
  ];
  const filledSubject = fill(subject);
  return { subject: filledSubject, text: `${text.join('\n\n')}\n`, html: page(filledSubject, html.join('\n')) };
}

const places = /\{\{(\w+)\}\}/g;

function checkLink(place: string, link: string, publicUrl: string): void {
  if (!URL.canParse(link) || new URL(link).origin !== new URL(publicUrl).origin) {
    throw new Error(`The ${place} of an e-mail leads away from ${publicUrl}.`);
  }
  if (oneTimeLinks.has(place) && new URL(link).search !== '') {
    throw new Error(`The ${place} of an e-mail carries its key behind a #, never in the query.`);
  }
}

/** One line, so that a name adds no header and no paragraph; and read in the order in which it is written. */
function toPlainText(value: Value): string {
  const text = value instanceof Date ? formatDate(value) : String(value);
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const formatDate = (date: Date) => `${dateFormat.format(date)} UTC`;

const styles = {
  page: 'margin:0;padding:24px;font-family:system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif;font-size:16px;line-height:1.5',
  column: 'max-width:560px;margin:0 auto',
  paragraph: 'margin:0 0 16px;overflow-wrap:anywhere',
  button:
    'display:inline-block;padding:12px 20px;border-radius:6px;background:#1864ab;color:#ffffff;text-decoration:none;font-weight:600',
  link: 'color:inherit',
  foot: 'margin:32px 0 0;font-size:13px;opacity:0.7',
};

const page = (title: string, content: string) =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
</head>
<body style="${styles.page}">
<div style="${styles.column}">
${content}
</div>
</body>
</html>
`;
