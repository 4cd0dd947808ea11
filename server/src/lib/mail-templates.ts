/**
 * What the provider writes to people. A template is data: words with `{{name}}` places, and at most one link as a button.
 * The text and the HTML variant are both made from it. Places called `link` and `resetLink` are one-time links.
 */
export type Template = {
  subject: string;
  before: readonly string[];
  button?: { label: string; link: string };
  after?: readonly string[];
};

export const mailTemplates = {
  // To a mailbox that proved nothing yet, so without the name: whoever signed up chose it.
  'verify-email': {
    subject: 'Verify your e-mail address',
    before: [
      'Hello,',
      'Thank you for signing up with {{provider}}. Verify your e-mail address, and your services open.',
    ],
    button: { label: 'Verify e-mail address', link: '{{link}}' },
    after: ['If you did not sign up, ignore this message.'],
  },
  'already-registered': {
    subject: 'You have an account already',
    before: [
      'Hello,',
      'Somebody, probably you, wanted to sign up with {{provider}} by this e-mail address. It has an account already: sign in to it.',
    ],
    button: { label: 'Sign in', link: '{{signInLink}}' },
    after: [
      'If you forgot your password, set a new one: {{resetLink}}',
      'If it was not you, ignore this message. Nothing was changed, and nobody was told that you have an account.',
    ],
  },
  'reset-password': {
    subject: 'Set a new password',
    before: [
      'Hello {{name}},',
      'Somebody, probably you, asked for a new password for your account with {{provider}}. The link works once, for {{minutes}} minutes.',
    ],
    button: { label: 'Set a new password', link: '{{link}}' },
    after: ['If it was not you, ignore this message: your password stays as it is.'],
  },
  'password-changed': {
    subject: 'Your password was changed',
    before: [
      'Hello {{name}},',
      'The password of your account with {{provider}} was changed on {{when}}, from the network address {{address}}.',
    ],
    after: ['If it was not you, set a new password at once, then tell us.'],
  },
  'two-step-changed': {
    subject: 'Two-step sign-in was {{what}}',
    before: [
      'Hello {{name}},',
      'Two-step sign-in of your account with {{provider}} was {{what}} on {{when}}. It was done from: {{address}}.',
    ],
    after: ['If it was not you, set a new password at once, then tell us.'],
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    before: [
      'Hello {{name}},',
      'Somebody, probably you, used a recovery code of your account with {{provider}} on {{when}}, from the network address {{address}}. It works no more. Codes left: {{left}}.',
    ],
    after: ['If it was not you, set a new password and make new recovery codes at once, then tell us.'],
  },
  'contact-invitation': {
    subject: '{{inviter}} invites you to {{provider}}',
    before: [
      'Hello {{name}},',
      '{{inviter}} invites you to work in the account {{account}} with {{provider}}. Choose a password to accept. The link works once, for {{days}} days.',
    ],
    button: { label: 'Accept the invitation', link: '{{link}}' },
    after: ['If you do not know {{inviter}}, ignore this message.'],
  },
  'change-email': {
    subject: 'Confirm your new e-mail address',
    before: [
      'Hello {{name}},',
      'You want to sign in to {{provider}} as {{newEmail}} from now on. Confirm that this address is yours. Until then nothing changes.',
    ],
    button: { label: 'Confirm this address', link: '{{link}}' },
    after: ['If it was not you, ignore this message.'],
  },
  'email-changed': {
    subject: 'Your e-mail address was changed',
    before: [
      'Hello {{name}},',
      'Your account with {{provider}} has a new e-mail address: {{newEmail}}. You no longer sign in by the address that this message went to.',
    ],
    after: ['If it was not you, tell us at once.'],
  },
  'api-key-created': {
    subject: 'A new API key: {{keyName}}',
    before: ['Hello {{name}},', '{{by}} made the API key “{{keyName}}” for your account with {{provider}}.'],
    after: ['If you did not expect it, revoke the key in the panel and change your password.'],
  },
  'trial-started': {
    subject: 'Your trial of {{product}} has started',
    before: ['Hello {{name}},', 'Your trial of {{product}} for {{domain}} is ready. It ends on {{endsAt}}.'],
    button: { label: 'Open the service', link: '{{link}}' },
  },
  'cancellation-requested': {
    subject: 'Cancellation requested: {{service}}',
    before: ['Hello {{name}},', 'The cancellation of {{service}} was requested. It is to end: {{type}}.'],
    after: ['If you did not expect it, withdraw the request in the panel.'],
  },
  'cancellation-withdrawn': {
    subject: 'Cancellation withdrawn: {{service}}',
    before: ['Hello {{name}},', 'The request to cancel {{service}} was withdrawn. The service goes on as before.'],
  },
  'trial-ending': {
    subject: 'Your trial of {{service}} ends soon',
    before: [
      'Hello {{name}},',
      'Your trial of {{service}} ends on {{endsAt}}. If you want to keep the service, tell us before.',
    ],
  },
  'trial-ended': {
    subject: 'Your trial of {{service}} has ended',
    before: ['Hello {{name}},', 'Your trial of {{service}} has ended. If you want to go on with the service, tell us.'],
  },
} as const satisfies Record<string, Template>;

type PlacesOf<Words> = Words extends `${string}{{${infer Name}}}${infer Rest}` ? Name | PlacesOf<Rest> : never;
type WordsOf<T extends Template> =
  | T['subject']
  | T['before'][number]
  | (T extends { after: readonly (infer Words)[] } ? Words : never)
  | (T extends { button: { link: infer Link } } ? Link : never);

/** What fills a place. A date is written out in UTC. */
export type Value = string | number | Date;

/** The values that each template takes: one for each of its places, except `provider`, which the settings say. */
export type Templates = {
  [Name in keyof typeof mailTemplates]: Record<
    Exclude<PlacesOf<WordsOf<(typeof mailTemplates)[Name]>>, 'provider'>,
    Value
  >;
};
