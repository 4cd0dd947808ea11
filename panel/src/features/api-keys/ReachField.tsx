import { Checkbox, Radio, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { pickable, servicesQuery } from '../../lib/service-list.ts';
import classes from './ApiKeys.module.css';
import type { KeyValues } from './key-form.ts';

/** The services that a key is for. */
export function ReachField({ form }: { form: UseFormReturnType<KeyValues> }) {
  const services = pickable(useQuery(servicesQuery()).data?.services ?? []);
  return (
    <div>
      <Radio.Group label="Services" {...form.getInputProps('reach')}>
        <Stack gap="xs" mt={6}>
          <Radio value="account" label="All of the account, those to come as well" />
          <Radio value="services" label="Only the chosen ones" description="The account itself is out of its reach." />
        </Stack>
      </Radio.Group>
      {form.values.reach === 'services' && (
        <Checkbox.Group
          aria-label="Chosen services"
          value={form.values.services.map(String)}
          onChange={(ids) => form.setFieldValue('services', ids.map(Number))}
          error={form.errors.services}
        >
          <div className={classes.services}>
            {services.map(({ id, domain, product }) => (
              <Checkbox
                key={id}
                size="xs"
                value={String(id)}
                label={`${domain} · ${product}`}
                {...(form.errors.services && { 'aria-invalid': true })}
              />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </div>
  );
}
