import type { NodeAddresses } from '@headwater/contract/network/routes';
import { Copyable } from '../../ui/Copyable.tsx';
import { columnsOf } from '../../ui/table-columns.ts';
import classes from './AddressPanel.module.css';

const helper = columnsOf<NodeAddresses>();

export const addressColumns = helper.columns([
  helper.accessor('node', { meta: { label: 'Server' }, cell: ({ getValue }) => getValue() }),
  helper.accessor('addresses', {
    meta: { label: 'Addresses', leads: true },
    cell: ({ getValue }) =>
      getValue().length === 0 ? (
        <span className={classes.none}>No address reported yet</span>
      ) : (
        <span className={classes.addresses}>
          {getValue().map((address) => (
            <Copyable key={address} value={address} what={`address ${address}`} whole />
          ))}
        </span>
      ),
  }),
]);
