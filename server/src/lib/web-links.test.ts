import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { panelPolicy } from './secure-headers.ts';
import { readSettings } from './settings.ts';

const least = { DATABASE_URL: 'postgres://u@localhost/db', HEADWATER_SECRET: 's'.repeat(32) };
const names = [
  'HEADWATER_BLOG_FEED_URL',
  'HEADWATER_LEGACY_URL',
  'HEADWATER_FEEDBACK_SCRIPT',
  'HEADWATER_LINK_SUPPORT',
];

describe('addresses of the provider', () => {
  test('are our own pages for blog and help, and nothing else, unless they are set', () => {
    expect(readSettings(least).web).toEqual({
      feeds: { blog: '/api/v1/posts/blog', help: '/api/v1/posts/help' },
      links: {
        blog: '/blog',
        helpCenter: '/help',
        developerHub: null,
        productLogs: null,
        roadmap: null,
        caseStudies: null,
        featureRequest: null,
        scheduleMeeting: null,
        support: null,
      },
      legacyUrl: null,
      feedbackScript: null,
    });
  });

  test('are taken from the environment', () => {
    const { web } = readSettings({
      ...least,
      HEADWATER_LINK_BLOG: 'https://blog.example',
      HEADWATER_LINK_SCHEDULE_MEETING: 'http://meet.example:8080/us?x=1',
      HEADWATER_HELP_FEED_URL: 'https://[2001:db8::1]/posts',
    });
    expect(web.links).toMatchObject({
      blog: 'https://blog.example/',
      scheduleMeeting: 'http://meet.example:8080/us?x=1',
      helpCenter: '/help',
    });
    expect(web.feeds).toEqual({ blog: '/api/v1/posts/blog', help: 'https://[2001:db8::1]/posts' });
  });

  test.each([
    '/blog',
    'blog.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://blog.example',
    'https://user:secret@blog.example',
    'https://blog.example;script-src',
    'https://a.example,b.example',
    'https://*.example',
    "https://'unsafe-inline'.example",
    'https://blog.example form-action *',
  ])('are refused, by the variable’s name, when they are not on the web or not plain: %s', (url) => {
    for (const name of names) expect(() => readSettings({ ...least, [name]: url })).toThrow(new RegExp(`^${name}`));
  });

  describe('to which customers’ sign-ins are sent', () => {
    const read = (HEADWATER_LEGACY_URL: string) => readSettings({ ...least, HEADWATER_LEGACY_URL }).web.legacyUrl;
    test.each([
      'https://old.example/cp',
      'http://127.0.0.1:8081/cp',
      'http://localhost/cp',
      'http://old.localhost:8081/cp',
      'http://[::1]:8081/cp',
    ])('may be %s', (url) => {
      expect(read(url)).toBe(url);
    });
    test.each(['http://old.example/cp', 'http://127.0.0.1.old.example/', 'http://localhost.old.example/'])(
      'may not be %s, which everybody on the way could read',
      (url) => {
        expect(() => read(url)).toThrow(/^HEADWATER_LEGACY_URL: use an address that begins with https:\/\/:/);
      },
    );
  });

  test('add origins to the page’s policy, never a directive or a wildcard', () => {
    const shapeOf = (policy: string) => policy.split(';').map((directive) => directive.trim().split(' ')[0]);
    const plain = shapeOf(panelPolicy('n', 'http://edge.example', readSettings(least).web));
    let accepted = 0;
    const part = fc.stringMatching(/^[a-z0-9 ;,*'"?#@:/.\\-]{0,20}$/);
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.constantFrom('a.example', 'A.example:8443', '[::1]'),
        part,
        part,
        (name, host, before, after) => {
          let web: ReturnType<typeof readSettings>['web'];
          try {
            ({ web } = readSettings({ ...least, [name]: `https://${before}${host}${after}` }));
          } catch {
            return;
          }
          accepted += 1;
          const policy = panelPolicy('n', 'http://edge.example', web);
          expect(shapeOf(policy)).toEqual(plain);
          expect(policy).not.toMatch(/[*,"?#@\\]|\s'?unsafe-(?!inline'; img)/);
        },
      ),
      { numRuns: 3000 },
    );
    expect(accepted).toBeGreaterThan(50);
  });
});
