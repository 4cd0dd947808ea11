import { Menu, TextInput } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useServiceId } from '../lib/current-service.ts';
import { pickable, servicesQuery } from '../lib/service-list.ts';
import classes from './ServiceList.module.css';

const manyServices = 8;

/** The services, behind a button. Only active ones can be chosen; the others say why not. */
export function ServiceList({ children }: { children: ReactElement }) {
  const id = useServiceId();
  const navigate = useNavigate();
  const { data } = useQuery(servicesQuery());
  const [filter, setFilter] = useState('');
  const services = pickable(data?.services ?? []);
  const wanted = filter.trim().toLowerCase();
  const shown = services.filter(({ id: own, domain, product }) =>
    `${own} ${domain} ${product}`.toLowerCase().includes(wanted),
  );
  return (
    <Menu withinPortal={false} width={340} position="bottom-start" onClose={() => setFilter('')}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown className={classes.dropdown}>
        {services.length > manyServices && (
          <TextInput
            aria-label="Find a service"
            placeholder="Find a service"
            size="xs"
            m={4}
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
            data-autofocus
          />
        )}
        <Menu.Label>Services</Menu.Label>
        {shown.map((service) => {
          const active = service.domainstatus === 'Active';
          return (
            <Menu.Item
              key={service.id}
              disabled={!active}
              aria-current={service.id === id}
              data-current={service.id === id || undefined}
              classNames={{ item: classes.item, itemLabel: classes.label }}
              leftSection={
                service.favorite ? (
                  <IconStarFilled size={14} aria-label="Favourite" />
                ) : (
                  <span className={classes.star} />
                )
              }
              rightSection={!active && <span className={classes.status}>{service.domainstatus}</span>}
              onClick={() => void navigate({ to: '/$serviceId', params: { serviceId: String(service.id) } })}
            >
              <span className={classes.name}>{service.domain}</span>
              <span className={classes.detail}>
                <span className="mono">{service.id}</span> · {service.product}
              </span>
            </Menu.Item>
          );
        })}
        {shown.length === 0 && <Menu.Label>No service matches</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  );
}
