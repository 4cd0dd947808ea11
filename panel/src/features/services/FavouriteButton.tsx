import { serviceRoutes } from '@headwater/contract/services/routes';
import type { Service } from '@headwater/contract/services/schema';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useRefusal } from '../../lib/permission.ts';
import { Refusable } from '../../ui/Refusable.tsx';
import { useFavourite } from './use-favourite.ts';

/** The star before a service's name: favourites stand first wherever services are listed. */
export function FavouriteButton({ service }: { service: Service }) {
  const refused = useRefusal(serviceRoutes.updateService);
  const mark = useFavourite(service);
  const { favorite, domain } = service;
  const button = (
    <ActionIcon
      variant="subtle"
      color={favorite ? 'spring' : 'gray'}
      size="sm"
      aria-label={`Favourite: ${domain}`}
      aria-pressed={favorite}
      onClick={() => mark.mutate(!favorite)}
    >
      {favorite ? <IconStarFilled size={15} /> : <IconStar size={15} />}
    </ActionIcon>
  );
  if (refused !== null) return <Refusable reason={refused}>{button}</Refusable>;
  return <Tooltip label={favorite ? 'No longer a favourite' : 'Mark as favourite'}>{button}</Tooltip>;
}
