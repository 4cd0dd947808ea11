import { known, textOf } from '../../lib/read-search.ts';

/** What the address of the list of services says: what is searched for. */
export type ServicesSearch = { search?: string };

export const readServicesSearch = ({ search }: Record<string, unknown>): ServicesSearch =>
  known({ search: textOf(search) });
