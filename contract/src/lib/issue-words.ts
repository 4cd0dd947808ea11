import { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

const mostListed = 10;

const types: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a time',
};

const formats: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  url: 'an address such as https://example.com',
  datetime: 'a time such as 2026-01-31T12:00:00Z',
  date: 'a date such as 2026-01-31',
  time: 'a time of day such as 12:00',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  cidrv4: 'a range such as 203.0.113.0/24',
  cidrv6: 'a range such as 2001:db8::/32',
  uuid: 'a UUID',
};

const notAccepted = 'Not accepted';

/** What is wrong with a value that a schema refuses without a sentence of its own: for people who call the API too. */
export function issueWords(issue: Issue): string {
  if (isMissing(issue)) return 'Required';
  switch (issue.code) {
    case 'invalid_type':
      return mustBe(types[issue.expected]);
    case 'invalid_value':
      return mustBe(choiceOf(issue.values));
    case 'invalid_format':
      return formatWords(issue);
    case 'too_small':
      return sizeWords(
        issue.origin,
        issue.exact ? 'exactly' : issue.inclusive ? 'at least' : 'more than',
        issue.minimum,
      );
    case 'too_big':
      return sizeWords(
        issue.origin,
        issue.exact ? 'exactly' : issue.inclusive ? 'at most' : 'less than',
        issue.maximum,
      );
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `Unknown ${issue.keys.length === 1 ? 'field' : 'fields'}: ${list(issue.keys)}`;
    case 'invalid_union':
      return issue.inclusive === false ? notAccepted : unionWords(issue);
    case 'invalid_key':
      return `Its name: ${issue.issues[0]?.message ?? notAccepted}`;
    default:
      return notAccepted;
  }
}

// Whoever imports a route has them, the one who answers and the one who asks.
z.config({ customError: issueWords });

const mustBe = (what: string | undefined) => (what === undefined ? notAccepted : `Must be ${what}`);

function isMissing(issue: Issue): boolean {
  const isByTag = issue.code === 'invalid_union' && issue.discriminator !== undefined;
  const given = isByTag ? (issue.input as Record<string, unknown>)[issue.discriminator as string] : issue.input;
  return given === undefined && ['invalid_type', 'invalid_value', 'invalid_union'].includes(issue.code);
}

function list(values: readonly unknown[]): string {
  const named = values.slice(0, mostListed).map((value) => (value === '' ? '“”' : String(value)));
  const left = values.length - named.length;
  return left > 0 ? `${named.join(', ')} and ${left} more` : named.join(', ');
}

const choiceOf = (values: readonly unknown[]) => (values.length === 1 ? list(values) : `one of: ${list(values)}`);

function formatWords({ format, ...issue }: Extract<Issue, { code: 'invalid_format' }>): string {
  if (format === 'starts_with') return `Must begin with “${issue.prefix}”`;
  if (format === 'ends_with') return `Must end with “${issue.suffix}”`;
  if (format === 'includes') return `Must contain “${issue.includes}”`;
  if (format === 'regex') return `Must match ${issue.pattern}`;
  return mustBe(formats[format]);
}

function sizeWords(origin: string, bound: string, size: number | bigint): string {
  const figure = size.toLocaleString('en-GB');
  if (origin === 'number' || origin === 'int' || origin === 'bigint') return `Must be ${bound} ${figure}`;
  if (bound === 'at least' && size === 1) return 'Must not be empty';
  if (origin === 'string') return `Use ${bound} ${figure} ${size === 1 ? 'character' : 'characters'}`;
  if (['array', 'set', 'map', 'record'].includes(origin))
    return `Must have ${bound} ${figure} ${size === 1 ? 'entry' : 'entries'}`;
  return notAccepted;
}

/** Where each of its kinds would be something else, all that it may be. */
function unionWords({ options, errors }: Extract<Issue, { code: 'invalid_union' }>): string {
  if (options !== undefined) return mustBe(choiceOf(options as unknown[]));
  const kinds = (errors as z.core.$ZodIssue[][]).map(([issue]) =>
    issue?.path.length === 0 && issue.message.startsWith('Must be ') ? issue.message.slice('Must be '.length) : null,
  );
  return kinds.includes(null) ? notAccepted : mustBe([...new Set(kinds)].join(' or '));
}
