import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { moveItem } from './move-item.ts';

type Source = { url: string };
type Props = {
  value: Source[];
  onChange: (sources: Source[]) => void;
  /** By the path of the field: `sources.0.url`. */
  errors: Record<string, ReactNode>;
  disabled?: boolean;
};

const mostSources = 5;
const places = ['First', 'Second', 'Third', 'Fourth', 'Fifth'];

/** Where a stream is fetched from: up to five addresses in the order in which they are tried. */
export function SourcesField({ value, onChange, errors, disabled = false }: Props) {
  const change = (index: number, url: string) =>
    onChange(value.map((source, place) => (place === index ? { url } : source)));
  const list = useRef<HTMLDivElement>(null);
  const add = () => {
    // Drawn at once, so that the new field is there to take the focus.
    flushSync(() => onChange([...value, { url: '' }]));
    [...(list.current?.querySelectorAll('input') ?? [])].at(-1)?.focus();
  };
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }} disabled={disabled}>
      <Text component="legend" size="sm" fw={550} p={0}>
        Sources
      </Text>
      <Text size="xs" c="dimmed" mb={6}>
        RTMP, HLS or MP4. They are tried in this order: when one fails, the next takes over.
      </Text>
      <Stack gap="xs" ref={list}>
        {value.map(({ url }, index) => {
          const place = places[index];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a source is its place
            <Group key={index} gap={4} align="flex-start" wrap="nowrap">
              <TextInput
                style={{ flex: 1, minWidth: 0 }}
                aria-label={`${place} source`}
                placeholder={
                  index === 0 ? 'rtmp://live.example.com/app/stream' : 'https://backup.example.com/live/index.m3u8'
                }
                type="url"
                spellCheck={false}
                autoComplete="off"
                classNames={{ input: 'mono' }}
                value={url}
                error={errors[`sources.${index}.url`] ?? errors[`sources.${index}`]}
                onChange={(event) => change(index, event.currentTarget.value)}
              />
              {value.length > 1 && (
                <>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    mt={4}
                    aria-label={`Try the ${place?.toLowerCase()} source earlier`}
                    disabled={index === 0}
                    onClick={() => onChange(moveItem(value, index, index - 1))}
                  >
                    <IconArrowUp size={16} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    mt={4}
                    aria-label={`Try the ${place?.toLowerCase()} source later`}
                    disabled={index === value.length - 1}
                    onClick={() => onChange(moveItem(value, index, index + 1))}
                  >
                    <IconArrowDown size={16} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    mt={4}
                    aria-label={`Remove the ${place?.toLowerCase()} source`}
                    onClick={() => onChange(value.filter((_, at) => at !== index))}
                  >
                    <IconX size={16} />
                  </ActionIcon>
                </>
              )}
            </Group>
          );
        })}
        {errors.sources && (
          <Text size="xs" c="red" role="alert">
            {errors.sources}
          </Text>
        )}
        {value.length < mostSources && (
          <div>
            <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} />} onClick={add}>
              Add a source
            </Button>
          </div>
        )}
      </Stack>
    </fieldset>
  );
}
