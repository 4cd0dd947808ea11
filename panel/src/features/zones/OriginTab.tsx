import { zoneRoutes } from '@headwater/contract/zones/routes';
import type { Zone } from '@headwater/contract/zones/schema';
import { Alert, NumberInput, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../lib/call.ts';
import { fieldErrorsOf, wordsOf } from '../../lib/call-error.ts';
import { formatSeconds } from '../../lib/format.ts';
import { useRefusal } from '../../lib/permission.ts';
import { zoneParams } from '../../lib/zone-queries.ts';
import { LeaveGuard } from '../../ui/LeaveGuard.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { SaveButtons } from '../../ui/SaveButtons.tsx';
import { toast } from '../../ui/toast.ts';
import { useFocusWrong } from '../../ui/use-focus-wrong.ts';
import { changesTo, type OriginValues, originProblems, valuesOf } from './origin-form.ts';
import { useZoneChange } from './use-zone-change.ts';
import { codeErrorsOf } from './zone-errors.ts';

const inWords = (value: number | string) => (typeof value === 'number' && value > 0 ? formatSeconds(value) : undefined);

type Sent = { body: NonNullable<ReturnType<typeof changesTo>>; values: OriginValues };

/** Where a zone fetches its files, and how long the edges keep them. */
export function OriginTab({ zone }: { zone: Zone }) {
  const changed = useZoneChange();
  const refused = useRefusal(zoneRoutes.updateZone);
  const [formRef, focusWrong] = useFocusWrong();
  const form = useForm<OriginValues>({
    mode: 'controlled',
    initialValues: valuesOf(zone),
    validate: originProblems,
  });
  const save = useMutation({
    mutationFn: ({ body }: Sent) =>
      call(zoneRoutes.updateZone, { params: zoneParams(zone.serviceId, zone.zoneId), body }),
    onSuccess: ({ zone: next }, { values }) => {
      toast.success('Saved. The edges take it over now.');
      changed(next);
      form.setInitialValues(valuesOf(next));
      // What was typed while the answer was on its way is not saved, and stands.
      if (JSON.stringify(form.getValues()) === JSON.stringify(values)) form.setValues(valuesOf(next));
    },
    onError: (error) => {
      form.setErrors({ ...codeErrorsOf(error), ...fieldErrorsOf(error) });
      focusWrong();
    },
  });
  const readOnly = refused !== null;
  const dirty = !readOnly && changesTo(zone, form.values) !== null;
  // A change made elsewhere shows here as well, as long as nothing is being typed over it.
  const seen = useRef(zone.updatedAt);
  useEffect(() => {
    if (seen.current === zone.updatedAt) return;
    seen.current = zone.updatedAt;
    if (form.isDirty()) return;
    form.setInitialValues(valuesOf(zone));
    form.setValues(valuesOf(zone));
  }, [zone, form]);
  const unplaced = save.error && Object.keys(form.errors).length === 0;
  const submit = form.onSubmit((values) => {
    const body = changesTo(zone, values);
    if (body) save.mutate({ body, values });
  }, focusWrong);
  return (
    <>
      <form ref={formRef} onSubmit={submit} noValidate>
        <Stack gap="md">
          {readOnly && (
            <Alert color="spring">
              You may look at these settings but not change them. Ask the main account holder to let you.
            </Alert>
          )}
          <Panel title="Origin">
            <Stack gap="md" maw="32rem">
              <TextInput label="Zone name" readOnly={readOnly} {...form.getInputProps('name')} />
              <TextInput
                label="Origin"
                description="Where the edges fetch files that they do not have. A path in it stands before every request's path."
                classNames={{ input: 'mono' }}
                spellCheck={false}
                type="url"
                readOnly={readOnly}
                {...form.getInputProps('origin')}
              />
              <TextInput
                label="Host header"
                description="The host name that the origin is asked for. Left empty, it is the origin's own."
                classNames={{ input: 'mono' }}
                spellCheck={false}
                readOnly={readOnly}
                placeholder={URL.parse(form.values.origin)?.host || 'www.example.com'}
                {...form.getInputProps('settings.hostHeader')}
              />
            </Stack>
          </Panel>
          <Panel title="Caching">
            <Stack gap="md" maw="32rem">
              <Radio.Group label="How long the edges keep a file" disabled={readOnly} {...form.getInputProps('ttl')}>
                <Stack gap="xs" mt={6}>
                  <Radio
                    value="origin"
                    label="As long as the origin's headers say"
                    description="Without Cache-Control, Expires or Last-Modified from the origin nothing is kept; a fixed time keeps it."
                  />
                  <Radio value="fixed" label="A fixed time, whatever the origin says" />
                </Stack>
              </Radio.Group>
              {form.values.ttl === 'fixed' && (
                <NumberInput
                  label="Seconds at the edge"
                  description={inWords(form.values.settings.edgeTtlSeconds) ?? '0 keeps nothing'}
                  thousandSeparator=","
                  allowDecimal={false}
                  w={220}
                  readOnly={readOnly}
                  {...form.getInputProps('settings.edgeTtlSeconds')}
                />
              )}
              <Radio.Group label="Query string" disabled={readOnly} {...form.getInputProps('settings.queryString')}>
                <Stack gap="xs" mt={6}>
                  <Radio value="keep" label="Part of the file: /a.js?v=1 and /a.js?v=2 are kept apart" />
                  <Radio value="ignore" label="Ignored: both are the same file" />
                </Stack>
              </Radio.Group>
              <NumberInput
                label="Serve stale when the origin fails, seconds"
                description={inWords(form.values.settings.staleIfErrorSeconds) ?? '0 turns it off'}
                thousandSeparator=","
                allowDecimal={false}
                w={280}
                readOnly={readOnly}
                {...form.getInputProps('settings.staleIfErrorSeconds')}
              />
            </Stack>
          </Panel>
          {unplaced && (
            <Alert color="red" role="alert">
              {wordsOf(save.error, 'The zone could not be saved. Try again.')}
            </Alert>
          )}
          <SaveBar>
            <SaveButtons
              dirty={dirty}
              busy={save.isPending}
              refused={refused}
              onUndo={() => form.setValues(valuesOf(zone))}
            />
          </SaveBar>
        </Stack>
      </form>
      <LeaveGuard dirty={dirty} />
    </>
  );
}
