import { z } from 'zod';

/**
 * An address on the web that an operator names. Its origin may stand in a content security policy, so the host is held
 * to letters, digits, dots and hyphens: elsewhere in an address `;`, `,` and `*` mean nothing, there they would.
 */
const anyWebUrl = z.string().refine(isWebUrl, 'use an address that begins with https:// or http://');
const webUrl = anyWebUrl.optional();
const tokenUrl = anyWebUrl
  .refine(isUnheard, 'use an address that begins with https://: it is sent the sign-ins of customers')
  .optional();

function isWebUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && /^([a-z0-9.-]+|\[[0-9a-f:]+\])$/.test(hostname) && username + password === '';
}

/** Whether nobody on the way reads what is sent there: it is encrypted, or stays on this machine. */
function isUnheard(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** The part of the environment that names pages, feeds and scripts of the provider. */
export const linkEnvironment = {
  HEADWATER_BLOG_FEED_URL: webUrl,
  HEADWATER_HELP_FEED_URL: webUrl,
  HEADWATER_LINK_BLOG: webUrl,
  HEADWATER_LINK_HELP_CENTER: webUrl,
  HEADWATER_LINK_DEVELOPER_HUB: webUrl,
  HEADWATER_LINK_PRODUCT_LOGS: webUrl,
  HEADWATER_LINK_ROADMAP: webUrl,
  HEADWATER_LINK_CASE_STUDIES: webUrl,
  HEADWATER_LINK_FEATURE_REQUEST: webUrl,
  HEADWATER_LINK_SCHEDULE_MEETING: webUrl,
  HEADWATER_LINK_SUPPORT: webUrl,
  HEADWATER_LEGACY_URL: tokenUrl,
  HEADWATER_FEEDBACK_SCRIPT: webUrl,
};

type Given = { [Name in keyof typeof linkEnvironment]?: string | undefined };
export type WebLinks = ReturnType<typeof readLinks>;

/** Blog and help are at home here unless the provider has its own; what else is not named is not there. */
export const readLinks = (given: Given) => ({
  feeds: {
    blog: written(given.HEADWATER_BLOG_FEED_URL) ?? '/api/v1/posts/blog',
    help: written(given.HEADWATER_HELP_FEED_URL) ?? '/api/v1/posts/help',
  },
  links: {
    blog: written(given.HEADWATER_LINK_BLOG) ?? '/blog',
    helpCenter: written(given.HEADWATER_LINK_HELP_CENTER) ?? '/help',
    developerHub: written(given.HEADWATER_LINK_DEVELOPER_HUB),
    productLogs: written(given.HEADWATER_LINK_PRODUCT_LOGS),
    roadmap: written(given.HEADWATER_LINK_ROADMAP),
    caseStudies: written(given.HEADWATER_LINK_CASE_STUDIES),
    featureRequest: written(given.HEADWATER_LINK_FEATURE_REQUEST),
    scheduleMeeting: written(given.HEADWATER_LINK_SCHEDULE_MEETING),
    support: written(given.HEADWATER_LINK_SUPPORT),
  },
  legacyUrl: written(given.HEADWATER_LEGACY_URL),
  feedbackScript: written(given.HEADWATER_FEEDBACK_SCRIPT),
});

const written = (url: string | undefined): string | null => (url === undefined ? null : new URL(url).href);
