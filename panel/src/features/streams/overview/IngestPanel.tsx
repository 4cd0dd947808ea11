import { streamRoutes } from '@headwater/contract/streams/routes';
import type { Stream } from '@headwater/contract/streams/schema';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconEye, IconEyeOff, IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useRefusal } from '../../../lib/permission.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Copyable } from '../../../ui/Copyable.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Refusable } from '../../../ui/Refusable.tsx';
import { Ago } from '../../../ui/Time.tsx';
import { useRotateKey } from '../use-stream-deeds.ts';
import { HelpToggle } from './HelpToggle.tsx';
import classes from './OverviewTab.module.css';
import { SetUpHelp } from './SetUpHelp.tsx';

type Ingest = NonNullable<Stream['ingest']>;
type Props = { stream: Stream; ingest: Ingest };

/** Where an encoder publishes to, and with which key. */
export function IngestPanel({ stream, ingest }: Props) {
  const [shown, setShown] = useState(false);
  const [helping, setHelping] = useState(false);
  const [asking, setAsking] = useState(false);
  const refused = useRefusal(streamRoutes.rotateStreamKey);
  const rotate = useRotateKey(stream, () => setAsking(false));
  return (
    <>
      <div className={classes.ingest}>
        <Panel
          title="Publish to it"
          aside={
            <Refusable reason={refused}>
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconKey size={14} />}
                onClick={() => setAsking(true)}
              >
                Change key
              </Button>
            </Refusable>
          }
        >
          <Facts
            facts={[
              { label: 'Server', value: <Copyable value={ingest.url} what="server" whole /> },
              ...(ingest.secureUrl
                ? [{ label: 'Encrypted', value: <Copyable value={ingest.secureUrl} what="encrypted server" whole /> }]
                : []),
              {
                label: 'Stream key',
                value: <KeyValue value={ingest.key} shown={shown} onToggle={() => setShown(!shown)} />,
              },
              { label: 'Key made', value: <Ago iso={ingest.keyRotatedAt} /> },
            ]}
          />
          <HelpToggle opened={helping} onToggle={() => setHelping(!helping)}>
            Set up your encoder
          </HelpToggle>
        </Panel>
      </div>
      {helping && (
        <div className={classes.help}>
          <SetUpHelp ingest={ingest} settings={stream.settings} shown={shown} />
        </div>
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Change the key of ${stream.name}?`}
        action="Change key"
        busy={rotate.isPending}
        error={null}
        onConfirm={() => rotate.mutate()}
        danger
      >
        Whoever publishes now is cut off, and the old key is refused from then on. Enter the new one in your encoder.
      </ConfirmDialog>
    </>
  );
}

type KeyProps = { value: string | null; shown: boolean; onToggle: () => void };

function KeyValue({ value, shown, onToggle }: KeyProps) {
  if (value === null) return <>Only those who may manage streams see it.</>;
  const action = shown ? 'Hide the stream key' : 'Show the stream key';
  return (
    <span className={classes.key}>
      <span className="mono">{shown ? value : '•'.repeat(20)}</span>
      <Tooltip label={action}>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={action} onClick={onToggle}>
          {shown ? <IconEyeOff size={14} /> : <IconEye size={14} />}
        </ActionIcon>
      </Tooltip>
      <CopyButton value={value} what="stream key" />
    </span>
  );
}
