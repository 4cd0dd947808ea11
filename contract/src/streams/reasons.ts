import type { EndReason, WarningCode } from '../nodes/live-report.ts';

/** Why a session ended or was refused, for the person who reads the log. */
export const reasonWords: Record<EndReason, string> = {
  publisher_left: 'The publisher stopped',
  connection_lost: 'The connection was lost, and the publisher did not come back in time',
  source_ended: 'The source ended',
  stalled: 'No picture came any more',
  unsupported_codec: 'The codec is not supported',
  no_key_frames: 'No key frame came for too long',
  too_many_failures: 'The process behind the stream failed again and again',
  disk_full: 'The live server has no room left',
  disabled: 'The stream was disabled',
  deleted: 'The stream was deleted',
  restarted: 'The stream was restarted',
  key_rotated: 'The stream key was changed',
  settings_changed: 'The settings were changed, and the publisher had to connect anew',
  node_stopped: 'The live server was stopped',
  wrong_key: 'Refused: the stream key is wrong',
  wrong_credentials: 'Refused: the user name or password is wrong',
  address_not_allowed: 'Refused: publishers may not come from this address',
  stream_disabled: 'Refused: the stream is disabled',
  service_inactive: 'Refused: the service is not active',
  already_live: 'Refused: somebody else is publishing already',
  over_quota: 'Refused: as many streams as the service allows are live',
  no_capacity: 'Refused: the live server cannot take another encoder',
  source_unreachable: 'No source could be reached',
  source_forbidden: 'The source is at an address that is not allowed',
};

/** What each warning is called; its message says more. */
export const warningWords: Record<WarningCode, string> = {
  gop_too_long: 'Key frames are too far apart',
  gop_irregular: 'Key frames come irregularly',
  no_audio: 'There is no sound',
  no_video: 'There is no picture',
  bitrate_unsteady: 'The bitrate is unsteady',
  encoder_behind: 'The encoder falls behind',
  timestamps_jump: 'Timestamps jump',
  low_disk: 'The live server is short of room',
  never_enlarged: 'Qualities are larger than what comes in',
};
