import type { LiveState, WarningCode } from '@headwater/contract/nodes/live-report';
import { warningWords } from '@headwater/contract/streams/reasons';
import { Alert } from '@mantine/core';

/** What there is to do about each. */
const advice: Record<WarningCode, string> = {
  gop_too_long: 'Set the key frame interval of your encoder to 2 s: viewers wait less, and quality changes sooner.',
  gop_irregular: 'Set a fixed key frame interval of 2 s in your encoder, and turn off key frames at scene changes.',
  no_audio: 'Check the sound of your encoder. A stream without sound plays, but some players wait for it.',
  no_video: 'Check the picture of your encoder.',
  bitrate_unsteady: 'Use constant bitrate (CBR), lower it, or use a wired line.',
  encoder_behind: 'Choose fewer or smaller qualities, or a faster preset, under Settings.',
  timestamps_jump: "Restart your encoder; if it goes on, check the clock of the machine or the source's own player.",
  low_disk: 'We have to make room. Shorten the rewind window if you can.',
};

/** What is not well with what comes in, and what to do about it. */
export function Warnings({ warnings }: Pick<LiveState, 'warnings'>) {
  return warnings.map(({ code, message }) => (
    <Alert key={code} color="yellow" title={warningWords[code]} role="status">
      {message !== '' && `${message.replace(/([^.!?])$/, '$1.')} `}
      {advice[code]}
    </Alert>
  ));
}
