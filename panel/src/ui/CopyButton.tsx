import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { toast } from './toast.ts';

type Props = { value: string /** What is copied, for the button's name: `host name`. */; what: string };

/** Stands beside every value that a person would paste elsewhere. */
export function CopyButton({ value, what }: Props) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // Browsers keep the clipboard from pages that are not served securely.
      toast.error('The browser did not allow copying. Select the text and copy it by hand.');
    }
  };
  return (
    <Tooltip label={copied ? 'Copied' : `Copy ${what}`}>
      <ActionIcon
        variant="subtle"
        color={copied ? 'spring' : 'gray'}
        size="sm"
        aria-label={`Copy ${what}`}
        onClick={copy}
      >
        {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
      </ActionIcon>
    </Tooltip>
  );
}
