import { Button } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useService, useServiceId } from '../lib/current-service.ts';
import { ServiceList } from './ServiceList.tsx';
import classes from './ServicePicker.module.css';

/** Says which service is worked in, and leads to another one. */
export function ServicePicker() {
  const id = useServiceId();
  const current = useService();
  return (
    <ServiceList>
      <Button
        variant="default"
        size="compact-md"
        className={classes.target}
        rightSection={<IconSelector size={14} />}
        aria-label={`Service: ${current?.domain ?? id}`}
      >
        <span className="clip">{current?.domain ?? `Service ${id}`}</span>
      </Button>
    </ServiceList>
  );
}
