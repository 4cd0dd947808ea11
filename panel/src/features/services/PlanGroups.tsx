import { serviceRoutes } from '@headwater/contract/services/routes';
import type { Product, ProductGroup } from '@headwater/contract/services/schema';
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { z } from 'zod';
import { useRefusal } from '../../lib/permission.ts';
import { Refusable } from '../../ui/Refusable.tsx';
import classes from './PlanGroups.module.css';

type Props = {
  groups: readonly z.infer<typeof ProductGroup>[];
  /** Absent where nothing can be started by oneself. */
  onChoose?: (product: Product) => void;
};

/** Products as cards, below the headings that they stand under in the catalogue. */
export function PlanGroups({ groups, onChoose }: Props) {
  const refused = useRefusal(serviceRoutes.startTrial);
  return groups.map(({ id, name, products }) => (
    <section key={id} className={classes.group} aria-label={name}>
      <h2 className={classes.heading}>{name}</h2>
      <ul className={classes.cards}>
        {products.map((product) => (
          <li key={product.id} className={classes.card}>
            <h3 className={classes.name}>{product.name}</h3>
            {product.trialDays !== null && <p className={classes.length}>{product.trialDays} days, free of charge</p>}
            <p className={classes.text}>{product.description}</p>
            <ul className={classes.features}>
              {product.features.map((feature) => (
                <li key={feature}>
                  <IconCheck size={15} aria-hidden /> {feature}
                </li>
              ))}
            </ul>
            {onChoose && (
              <Refusable reason={refused}>
                <Button fullWidth onClick={() => onChoose(product)}>
                  Start {product.name}
                </Button>
              </Refusable>
            )}
          </li>
        ))}
      </ul>
    </section>
  ));
}
