import { streamRoutes } from '@headwater/contract/streams/routes';
import type { Stream } from '@headwater/contract/streams/schema';
import type { StreamSettingName } from '@headwater/contract/streams/settings';
import { Stack, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useId } from 'react';
import { useRefusal } from '../../../lib/permission.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { StateDot } from '../../../ui/StateDot.tsx';
import type { StreamSearch } from '../stream-search.ts';
import { useNameOf } from '../transcoding/transcoding-queries.ts';
import { outcomeOf } from './outcome.ts';
import { ReadOnlyNotice } from './ReadOnlyNotice.tsx';
import classes from './SettingsTab.module.css';
import { StreamSettingForm } from './StreamSettingForm.tsx';
import { settingLooks, settingNames } from './setting-looks.ts';

type Props = { serviceId: number; stream: Stream };

/** What a stream that is pulled has no use for: nobody publishes it. */
const forPublishers: readonly StreamSettingName[] = ['rtmpauth'];

/** Every setting of a stream in one line each; the one that is open can be changed. */
export default function SettingsTab({ serviceId, stream }: Props) {
  const { setting: open } = useSearch({ strict: false }) as StreamSearch;
  const navigate = useNavigate();
  const refused = useRefusal(streamRoutes.updateStream);
  const shown = settingNames.filter((name) => stream.input === 'push' || !forPublishers.includes(name));
  const toggle = (name: StreamSettingName) =>
    void navigate({
      to: '.',
      search: ({ setting, ...rest }: StreamSearch) => (setting === name ? rest : { ...rest, setting: name }),
      resetScroll: false,
    });
  return (
    <Stack gap="md">
      {refused !== null && <ReadOnlyNotice what="the settings of this stream" />}
      <Panel flush>
        {shown.map((name) => (
          <Row key={name} serviceId={serviceId} stream={stream} name={name} open={open === name} onToggle={toggle} />
        ))}
      </Panel>
    </Stack>
  );
}

type RowProps = Props & { name: StreamSettingName; open: boolean; onToggle: (name: StreamSettingName) => void };

function Row({ serviceId, stream, name, open, onToggle }: RowProps) {
  const id = useId();
  const nameOf = useNameOf(serviceId);
  const value = stream.settings[name];
  const outcome = outcomeOf(name, value, nameOf);
  return (
    <div className={classes.row}>
      <h2 className={classes.heading}>
        <UnstyledButton className={classes.head} aria-expanded={open} aria-controls={id} onClick={() => onToggle(name)}>
          <span className={classes.label}>{settingLooks[name].label}</span>
          <span className={classes.words} data-warns={outcome.shutsOut}>
            {outcome.words}
          </span>
          <StateDot tone={value.enabled ? 'live' : 'off'} word={value.enabled ? 'On' : 'Off'} />
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
      </h2>
      <div id={id} className={open ? classes.body : undefined} hidden={!open}>
        {open && <StreamSettingForm serviceId={serviceId} stream={stream} name={name} />}
      </div>
    </div>
  );
}
