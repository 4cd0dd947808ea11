import { zoneFileBytes } from '@headwater/contract/dns/domain';
import { Button, FileButton, Group, Input, Textarea } from '@mantine/core';
import { IconFileText, IconUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useId, useState } from 'react';
import { formatBytes } from '../../lib/format.ts';
import classes from './ZoneFileField.module.css';

type Props = {
  value: string;
  onChange: (text: string) => void;
  error?: ReactNode;
  /** How many lines the field has for pasting. */
  lines?: number;
};

const example = '$ORIGIN example.com.\n@    3600 IN A     192.0.2.10\nwww  3600 IN CNAME @';

/** A zone file: dropped, chosen, or pasted as text. A file is not shown as text, which may be megabytes of it. */
export function ZoneFileField({ value, onChange, error, lines = 6 }: Props) {
  const id = useId();
  const [file, setFile] = useState<{ name: string; bytes: number } | null>(null);
  const [over, setOver] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const read = async (chosen: File | null | undefined) => {
    if (!chosen) return;
    if (chosen.size > zoneFileBytes) {
      setProblem(`${chosen.name} has ${formatBytes(chosen.size)}: a zone file may have ${formatBytes(zoneFileBytes)}`);
      return;
    }
    setProblem(null);
    setFile({ name: chosen.name, bytes: chosen.size });
    onChange(await chosen.text());
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void read(event.dataTransfer.files[0]);
  };
  const shownFile = value === '' ? null : file;
  return (
    <Input.Wrapper
      id={id}
      label="Zone file"
      description="In BIND syntax, as the provider before us exports it. Drop the file here, or paste its text."
      error={problem ?? error}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button below does the same by keyboard */}
      <div
        className={classes.area}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {shownFile ? (
          <div className={classes.file}>
            <IconFileText size={20} aria-hidden />
            <span className="clip">{shownFile.name}</span>
            <span className={classes.size}>{formatBytes(shownFile.bytes)}</span>
          </div>
        ) : (
          <Textarea
            id={id}
            rows={lines}
            spellCheck={false}
            autoCapitalize="none"
            placeholder={example}
            classNames={{ input: 'mono' }}
            error={Boolean(problem ?? error)}
            value={value}
            onChange={(event) => {
              setProblem(null);
              onChange(event.currentTarget.value);
            }}
          />
        )}
        <Group gap="xs">
          <FileButton onChange={(chosen) => void read(chosen)} accept=".zone,.txt,.db,.bind,text/plain,text/dns">
            {(props) => (
              <Button variant="default" size="xs" leftSection={<IconUpload size={14} />} {...props}>
                {shownFile ? 'Choose another file' : 'Choose a file'}
              </Button>
            )}
          </FileButton>
          {shownFile && (
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              onClick={() => {
                setFile(null);
                onChange('');
              }}
            >
              Paste text instead
            </Button>
          )}
        </Group>
      </div>
    </Input.Wrapper>
  );
}
