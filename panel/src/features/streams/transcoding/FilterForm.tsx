import { Filter } from '@headwater/contract/transcoding/filter';
import { type LiveFilter, transcodingRoutes } from '@headwater/contract/transcoding/routes';
import { Radio, Stack, Switch, TextInput } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import type { ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { problemsIn, problemsOf } from '../../../lib/form-check.ts';
import { ifMatch } from '../../../lib/if-match.ts';
import { useRefusal } from '../../../lib/permission.ts';
import { FormProblem } from '../../../ui/FormProblem.tsx';
import { LeaveGuard } from '../../../ui/LeaveGuard.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { SaveBar } from '../../../ui/SaveBar.tsx';
import { SaveButtons } from '../../../ui/SaveButtons.tsx';
import { StaleNotice } from '../../../ui/StaleNotice.tsx';
import { toast } from '../../../ui/toast.ts';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { CropField } from './CropField.tsx';
import classes from './FilterForm.module.css';
import { FilterPreview } from './FilterPreview.tsx';
import { newCrop, newLogo, newText } from './filter-parts.ts';
import { LogoFields } from './LogoFields.tsx';
import { TextFields } from './TextFields.tsx';
import { useTranscodingChange } from './transcoding-queries.ts';
import { useFilterPreview } from './use-filter-preview.ts';

type Props = { serviceId: number; filter: LiveFilter };

const begin = ({ value, revision }: LiveFilter) => ({ values: { value }, version: revision });

/** Every part of a filter, beside the picture that it makes. */
export function FilterForm({ serviceId, filter }: Props) {
  const { filterChanged } = useTranscodingChange(serviceId);
  const refused = useRefusal(transcodingRoutes.updateLiveFilter);
  const readOnly = refused !== null;
  const params = { serviceId, filterId: filter.id };
  const { form, formProps, isDirty, busy, problem, stale, startFrom, clear } = useCallForm({
    initialValues: begin(filter).values,
    version: filter.revision,
    check: ({ value }) => problemsIn('value', Filter, value),
    send: (body, version) => call(transcodingRoutes.updateLiveFilter, { params, body }, { headers: ifMatch(version) }),
    saved: (reply) => begin(reply.filter),
    onSuccess: (reply) => {
      toast.success(reply.filter.usedBy.length > 0 ? 'Saved. The encoders of its streams begin anew.' : 'Saved.');
      filterChanged(reply.filter);
    },
    failed: 'The filter could not be saved. Try again.',
  });
  const reload = async () => {
    const fresh = await call(transcodingRoutes.getLiveFilter, { params });
    filterChanged(fresh.filter);
    startFrom(begin(fresh.filter));
  };
  const { value } = form.values;
  const preview = useFilterPreview(serviceId, value, readOnly);
  const live = problemsOf(Filter, value);
  // Figures are checked as they are drawn; what is missing yet is said only when the form is sent.
  const errorOf = (field: string) => {
    const sent = form.errors[`value.${field}`] as string | undefined;
    return sent ?? preview.errors[`value.${field}`] ?? (field.endsWith('Percent') ? live[field] : undefined);
  };
  const set = (change: Partial<Filter>) => form.setValues({ value: { ...value, ...change } });
  return (
    <form {...formProps} aria-label="Filter">
      <div className={classes.columns}>
        <Stack gap="md">
          <Panel title="Filter">
            <Stack gap="md" maw="36rem">
              <TextInput
                label="Name"
                readOnly={readOnly}
                value={value.name}
                onChange={(event) => set({ name: event.currentTarget.value })}
                error={errorOf('name')}
              />
              <Radio.Group
                label="Deinterlace"
                description="Makes whole frames of the half ones that old cameras and television bring."
                value={value.deinterlace}
                onChange={(next) => set({ deinterlace: next as Filter['deinterlace'] })}
                disabled={readOnly}
              >
                <Stack gap="xs" mt={6}>
                  <Radio value="off" label="Off" />
                  <Radio value="auto" label="Auto: only frames that say they are interlaced" />
                  <Radio value="always" label="Always" />
                </Stack>
              </Radio.Group>
            </Stack>
          </Panel>
          <Part
            title="Crop"
            on={value.crop !== null}
            onTurn={(on) => set({ crop: on ? newCrop : null })}
            readOnly={readOnly}
          >
            {value.crop && (
              <CropField value={value.crop} onChange={(crop) => set({ crop })} errorOf={errorOf} readOnly={readOnly} />
            )}
          </Part>
          <Part
            title="Logo"
            on={value.logo !== null}
            onTurn={(on) => set({ logo: on ? newLogo : null })}
            readOnly={readOnly}
          >
            {value.logo && (
              <LogoFields
                serviceId={serviceId}
                value={value.logo}
                onChange={(logo) => set({ logo })}
                errorOf={errorOf}
                readOnly={readOnly}
              />
            )}
          </Part>
          <Part
            title="Text"
            on={value.text !== null}
            onTurn={(on) => set({ text: on ? newText : null })}
            readOnly={readOnly}
          >
            {value.text && (
              <TextFields value={value.text} onChange={(text) => set({ text })} errorOf={errorOf} readOnly={readOnly} />
            )}
          </Part>
          <FormProblem words={problem} />
          {stale && <StaleNotice what="this filter" onReload={reload} />}
          <SaveBar>
            <SaveButtons dirty={isDirty} busy={busy} refused={refused} onUndo={clear} />
          </SaveBar>
        </Stack>
        <div className={classes.preview}>
          <FilterPreview preview={preview} />
        </div>
      </div>
      <LeaveGuard dirty={isDirty && !readOnly} />
    </form>
  );
}

type PartProps = { title: string; on: boolean; onTurn: (on: boolean) => void; readOnly: boolean; children: ReactNode };

/** A part of a filter that can be left out. */
function Part({ title, on, onTurn, readOnly, children }: PartProps) {
  return (
    <Panel
      title={title}
      aside={
        <Switch
          aria-label={title}
          checked={on}
          disabled={readOnly}
          onChange={(event) => onTurn(event.currentTarget.checked)}
        />
      }
    >
      {on ? children : `No ${title.toLowerCase()}.`}
    </Panel>
  );
}
