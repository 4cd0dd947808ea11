import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listen } from '../lib/event-source.ts';
import { createInvalidator } from '../lib/events.ts';
import { topics } from './screens.ts';

/** Keeps what is on screen in step with the server for as long as the layout stands. */
export function useEvents(): void {
  const client = useQueryClient();
  useEffect(() => listen(createInvalidator(client, topics)), [client]);
}
