import { streamMessages } from '@headwater/contract/streams/messages';
import { streamRoutes } from '@headwater/contract/streams/routes';
import type { Stream } from '@headwater/contract/streams/schema';
import type { StreamSettingName } from '@headwater/contract/streams/settings';
import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { ifMatch } from '../../../lib/if-match.ts';
import { useRefusal } from '../../../lib/permission.ts';
import { FormProblem } from '../../../ui/FormProblem.tsx';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { SaveButtons } from '../../../ui/SaveButtons.tsx';
import { StaleNotice } from '../../../ui/StaleNotice.tsx';
import { toast } from '../../../ui/toast.ts';
import { streamParams, useStreamChange } from '../stream-queries.ts';
import { defaultsQuery } from './defaults-query.ts';
import { SettingForm } from './SettingForm.tsx';
import { settingLooks } from './setting-looks.ts';
import { useSettingForm } from './use-setting-form.ts';

type Props = { serviceId: number; stream: Stream; name: StreamSettingName };

/** One setting of one stream, saved by itself. */
export function StreamSettingForm({ serviceId, stream, name }: Props) {
  const changed = useStreamChange();
  const refused = useRefusal(streamRoutes.updateStream);
  const { data: service } = useQuery(defaultsQuery(serviceId));
  const begin = ({ settings, revision }: Stream) => ({ value: settings[name], version: revision });
  const setting = useSettingForm({
    name,
    ...begin(stream),
    send: (value, version) =>
      call(
        streamRoutes.updateStream,
        { params: streamParams(stream), body: { settings: { [name]: value } } },
        { headers: ifMatch(version) },
      ),
    saved: (reply) => begin(reply.stream),
    onSuccess: (reply) => {
      toast.success(streamMessages.updated);
      changed(reply.stream);
    },
  });
  const reload = async () => {
    const fresh = await call(streamRoutes.getStream, { params: streamParams(stream) });
    changed(fresh.stream);
    setting.startFrom(begin(fresh.stream));
  };
  const usual = service?.defaults.settings[name];
  const differs = usual !== undefined && JSON.stringify(usual) !== JSON.stringify(setting.value);
  const readOnly = refused !== null;
  return (
    <form {...setting.formProps} aria-label={settingLooks[name].label}>
      <Stack gap="md" maw="38rem">
        <SettingForm
          name={name}
          value={setting.value}
          onChange={setting.setValue}
          errors={setting.errors}
          readOnly={readOnly}
          serviceId={serviceId}
          stream={stream}
        />
        <FormProblem words={setting.problem} />
        {setting.stale && <StaleNotice what="this stream" onReload={reload} />}
        <Group gap="xs">
          <SaveButtons dirty={setting.isDirty} busy={setting.busy} refused={refused} onUndo={setting.clear} />
          {differs && !readOnly && (
            <Button variant="subtle" color="gray" onClick={() => setting.setValue(usual)}>
              Take the service's default
            </Button>
          )}
        </Group>
      </Stack>
      <LeaveGuard dirty={setting.isDirty && !readOnly} />
    </form>
  );
}
