import { apiKeyRoutes } from '@headwater/contract/api-keys/routes';
import type { ApiKey } from '@headwater/contract/api-keys/schema';
import type { Service } from '@headwater/contract/services/schema';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { wordsOf } from '../../lib/call-error.ts';
import { useRefusal } from '../../lib/permission.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Refusable } from '../../ui/Refusable.tsx';
import { toast } from '../../ui/toast.ts';
import { KeyFacts } from './KeyFacts.tsx';

type Props = {
  /** None while no key is open. */ apiKey: ApiKey | undefined;
  services: readonly Service[];
  onClose: () => void;
};

/** One key, and the way to end it. */
export function KeyDialog({ apiKey, services, onClose }: Props) {
  const client = useQueryClient();
  const refused = useRefusal(apiKeyRoutes.revokeApiKey);
  const [asking, setAsking] = useState(false);
  // What is being closed keeps its words until it is gone.
  const [shown, setShown] = useState(apiKey);
  if (apiKey !== undefined && apiKey !== shown) setShown(apiKey);
  const revoke = useMutation({
    mutationFn: (keyId: string) => call(apiKeyRoutes.revokeApiKey, { params: { keyId } }),
    onSuccess: ({ apiKey: { name } }) => {
      toast.success(`API key ${name} was revoked`);
      setAsking(false);
      onClose();
      void client.invalidateQueries({ queryKey: [apiKeyRoutes.listApiKeys.path] });
    },
  });
  const open = apiKey !== undefined && !asking;
  return (
    <>
      <Modal opened={open} onClose={onClose} title={shown?.name ?? 'API key'} size="lg">
        {shown && (
          <Stack gap="md">
            <KeyFacts apiKey={shown} services={services} />
            <Group justify="flex-end" gap="xs">
              {shown.state === 'active' && (
                <Refusable reason={refused}>
                  <Button variant="outline" color="red" onClick={() => setAsking(true)}>
                    Revoke key
                  </Button>
                </Refusable>
              )}
              <Button variant="default" onClick={onClose}>
                Close
              </Button>
            </Group>
          </Stack>
        )}
      </Modal>
      <ConfirmDialog
        opened={asking}
        onClose={() => {
          setAsking(false);
          revoke.reset();
        }}
        title={`Revoke ${shown?.name ?? 'the key'}?`}
        action="Revoke key"
        busy={revoke.isPending}
        error={revoke.error && wordsOf(revoke.error, 'The key could not be revoked. Try again.')}
        onConfirm={() => shown && revoke.mutate(shown.id)}
        danger
      >
        Whatever uses <span className="mono">{shown?.start}…</span> is refused from its next request on. A revoked key
        stays revoked: create another one in its place.
      </ConfirmDialog>
    </>
  );
}
