import { Stack, Text } from '@mantine/core';
import { CodeBlock } from '../../../ui/CodeBlock.tsx';

type Props = { url: string; host: string; kind: 'IPv4' | 'IPv6' };

/** How the address is used: once by hand, then by whatever is always on. */
export function DynamicExamples({ url, host, kind }: Props) {
  const flag = kind === 'IPv4' ? '-4' : '-6';
  const placeholder = kind === 'IPv4' ? '<ipaddr>' : '<ip6addr>';
  const examples = [
    {
      name: 'From a terminal',
      code: `curl ${flag} '${url}'`,
    },
    { name: 'Every five minutes, by cron', code: `*/5 * * * * curl ${flag} -fsS '${url}' >/dev/null` },
    {
      name: 'FRITZ!Box: Internet, Permit Access, DynDNS, User-defined',
      code: `${url}?myip=${placeholder}`,
      words: `As domain name enter ${host}. User name and password may be anything: the address is the secret.`,
    },
    {
      name: 'OpenWrt: ddns, custom update URL',
      code: `${url}?myip=[IP]`,
      words: `As lookup host enter ${host}.`,
    },
  ];
  return (
    <Stack gap="sm">
      {examples.map(({ name, code, words }) => (
        <section key={name} aria-label={name}>
          <Text size="sm" fw={550} mb={4}>
            {name}
          </Text>
          <CodeBlock code={code} what={`example: ${name}`} />
          {words && (
            <Text size="xs" c="dimmed" mt={4}>
              {words}
            </Text>
          )}
        </section>
      ))}
    </Stack>
  );
}
