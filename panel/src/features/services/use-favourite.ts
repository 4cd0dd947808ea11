import { serviceRoutes } from '@headwater/contract/services/routes';
import type { Service } from '@headwater/contract/services/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { wordsOf } from '../../lib/call-error.ts';
import { toast } from '../../ui/toast.ts';
import { useServiceChange } from './use-service-change.ts';

/** Marks a service as favourite, or no longer. It shows at once, and is taken back when the server refuses. */
export function useFavourite(service: Service) {
  const client = useQueryClient();
  const changed = useServiceChange();
  return useMutation({
    mutationFn: (favorite: boolean) =>
      call(serviceRoutes.updateService, { params: { serviceId: service.id }, body: { favorite } }),
    onMutate: async (favorite) => {
      // An answer that is on its way does not know of it yet.
      await client.cancelQueries({ queryKey: [serviceRoutes.listServices.path] });
      changed({ ...service, favorite });
    },
    onSuccess: ({ service: next }) => changed(next),
    onError: (error, favorite) => {
      changed({ ...service, favorite: !favorite });
      toast.error(wordsOf(error, 'The favourite could not be changed. Try again.'));
    },
  });
}
