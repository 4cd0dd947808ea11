import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { CopyButton } from '../../ui/CopyButton.tsx';
import classes from './RecoveryCodes.module.css';

type Props = { codes: readonly string[]; onKept: () => void };

/** New recovery codes: shown once, to be kept where the phone is not. */
export function RecoveryCodes({ codes, onKept }: Props) {
  return (
    <Stack gap="md">
      <Alert color="yellow" title="Keep these codes now">
        They are shown this once. Without your phone, each of them signs you in one time. Keep them where your phone is
        not: on paper, or in a password manager.
      </Alert>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ul>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Download text={fileOf(codes)} />
          <CopyButton value={codes.join('\n')} what="recovery codes" />
        </Group>
        <Button onClick={onKept}>I have kept them</Button>
      </Group>
    </Stack>
  );
}

function Download({ text }: { text: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [text]);
  return (
    <Button
      component="a"
      href={url}
      download="recovery-codes.txt"
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      Download
    </Button>
  );
}

const fileOf = (codes: readonly string[]) =>
  `Recovery codes for two-step sign-in at ${location.host}\nEach of them signs you in one time.\n\n${codes.join('\n')}\n`;
