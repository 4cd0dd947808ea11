import { type StreamDefaults, streamDefaultRoutes } from '@headwater/contract/streams/default-routes';
import { streamRoutes } from '@headwater/contract/streams/routes';
import type { DefaultMode, StreamSettingName } from '@headwater/contract/streams/settings';
import { Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { formatCount } from '../../../lib/format.ts';
import { ifMatch } from '../../../lib/if-match.ts';
import { useRefusal } from '../../../lib/permission.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { FormProblem } from '../../../ui/FormProblem.tsx';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { SaveButtons } from '../../../ui/SaveButtons.tsx';
import { StaleNotice } from '../../../ui/StaleNotice.tsx';
import { toast } from '../../../ui/toast.ts';
import { ChangesPreview, useChanges } from './ChangesPreview.tsx';
import { defaultsQuery } from './defaults-query.ts';
import { ModeField } from './ModeField.tsx';
import { SettingForm } from './SettingForm.tsx';
import { settingLooks } from './setting-looks.ts';
import { settingProblems, useSettingForm } from './use-setting-form.ts';

type Props = {
  serviceId: number;
  defaults: StreamDefaults;
  name: StreamSettingName;
  /** It has its tab for itself, which says what it is. */
  alone: boolean;
};

const likewise = 'are added to those of every stream with the same rule';
/** What of a setting can be added to what a stream has. */
const entriesWords: Partial<Record<StreamSettingName, string>> = {
  transcode: 'These qualities are added to those of every stream that is transcoded',
  domainlock: `These sites ${likewise}`,
  geoblock: `These countries ${likewise}`,
  ipaccess: `These addresses ${likewise}`,
  useragent: `These patterns ${likewise}`,
};

const streamsWords = (count: number) => (count === 1 ? '1 stream' : `${formatCount(count)} streams`);
const savedWords = (mode: DefaultMode, changed: number) =>
  mode === 'save' ? 'Saved. New streams begin with it.' : `Saved. ${streamsWords(changed)} changed.`;

/** One default of a service: what new streams begin with, and, where it is asked for, what the others get. */
export function DefaultForm({ serviceId, defaults, name, alone }: Props) {
  const client = useQueryClient();
  const refused = useRefusal(streamDefaultRoutes.saveStreamDefault);
  const readOnly = refused !== null;
  const [mode, setMode] = useState<DefaultMode>('save');
  const [asking, setAsking] = useState(false);
  const begin = ({ settings, revision }: StreamDefaults) => ({ value: settings[name], version: revision });
  const setting = useSettingForm({
    name,
    ...begin(defaults),
    send: (value, version) =>
      call(
        streamDefaultRoutes.saveStreamDefault,
        { params: { serviceId }, body: { settings: { [name]: value }, mode } },
        { headers: ifMatch(version) },
      ),
    saved: (reply) => begin(reply.defaults),
    onSuccess: (reply) => {
      toast.success(savedWords(mode, reply.changes.length));
      setMode('save');
      setAsking(false);
      const { queryKey } = defaultsQuery(serviceId);
      client.setQueryData(queryKey, { result: 'success', defaults: reply.defaults });
      if (reply.changes.length === 0) return;
      for (const { path } of [streamRoutes.listStreams, streamRoutes.getStream]) {
        void client.invalidateQueries({ queryKey: [path] });
      }
    },
  });
  const sound = Object.keys(settingProblems(name, setting.value)).length === 0;
  const preview = useChanges({ serviceId, name, value: setting.value, mode }, sound);
  const reload = async () => {
    const { defaults: fresh } = await client.fetchQuery({ ...defaultsQuery(serviceId), staleTime: 0 });
    setting.startFrom(begin(fresh));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // What is not sound goes on to the form, which leads to the first wrong field.
    if (mode !== 'overwrite' || !sound) return setting.formProps.onSubmit(event);
    event.preventDefault();
    setAsking(true);
  };
  const { label, lead } = settingLooks[name];
  const changes = preview.changes?.length;
  return (
    <form {...setting.formProps} onSubmit={submit} aria-label={label}>
      <Panel title={alone ? undefined : label}>
        <Stack gap="md" maw="44rem">
          <div>{lead}</div>
          <SettingForm
            name={name}
            value={setting.value}
            onChange={setting.setValue}
            errors={setting.errors}
            readOnly={readOnly}
            serviceId={serviceId}
            stream={null}
          />
          {!readOnly && <ModeField value={mode} onChange={setMode} entries={entriesWords[name] ?? null} />}
          {mode !== 'save' && sound && <ChangesPreview serviceId={serviceId} name={name} {...preview} />}
          <FormProblem words={asking ? null : setting.problem} />
          {setting.stale && <StaleNotice what="these settings" onReload={reload} />}
          <Group gap="xs">
            <SaveButtons
              dirty={setting.isDirty}
              busy={setting.busy}
              refused={refused}
              onUndo={setting.clear}
              ready={setting.isDirty || (mode !== 'save' && changes !== 0)}
            >
              Save
            </SaveButtons>
          </Group>
        </Stack>
      </Panel>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Overwrite ${label.toLowerCase()} of all streams?`}
        action="Overwrite"
        busy={setting.busy}
        error={
          setting.stale
            ? 'Somebody else changed these settings in the meantime. Close this and reload.'
            : setting.problem
        }
        onConfirm={() => setting.formProps.onSubmit()}
        danger
      >
        {changes === undefined
          ? 'Every stream of this service gets this setting, whatever it has now.'
          : `${streamsWords(changes)} of this service ${changes === 1 ? 'gets' : 'get'} this setting in place of what ${changes === 1 ? 'it has' : 'they have'} now. Nothing brings that back.`}
      </ConfirmDialog>
      <LeaveGuard dirty={setting.isDirty && !readOnly} />
    </form>
  );
}
