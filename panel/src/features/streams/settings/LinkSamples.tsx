import type { Stream } from '@headwater/contract/streams/schema';
import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CodeBlock } from '../../../ui/CodeBlock.tsx';
import { linkSamples, type Sample } from './link-samples.ts';

/** Where a stream is played: the host, and the path that a link covers. */
function placeOf(stream: Stream | null): { host: string; directory: string } {
  const url = stream && URL.parse(stream.playback.hls);
  if (!url) return { host: 'https://live.example.com', directory: '/my-stream/' };
  return { host: url.origin, directory: new URL('.', url).pathname };
}

/** Programs that sign links, to be copied into the customer's own site. */
export function LinkSamples({ stream, bindIp }: { stream: Stream | null; bindIp: boolean }) {
  const [language, setLanguage] = useState<Sample['language']>('Node.js');
  const samples = linkSamples({ ...placeOf(stream), bindIp });
  const shown = samples.find((sample) => sample.language === language);
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        Make links on your server
      </Text>
      <SegmentedControl
        aria-label="Language of the sample"
        data={samples.map((sample) => sample.language)}
        value={language}
        onChange={(next) => setLanguage(next as Sample['language'])}
        style={{ alignSelf: 'flex-start' }}
      />
      <CodeBlock code={shown?.code ?? ''} what={`sample for ${language}`} />
    </Stack>
  );
}
