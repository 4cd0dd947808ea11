import type { HeaderPlace } from '../lib/feature.ts';
import { header } from './menus.ts';

/** The controls that features put into a header, or into the side panel's foot. */
export const HeaderItems = ({ place }: { place: HeaderPlace }) =>
  header
    .filter(({ places }) => places.includes(place))
    .map(({ name, component: Item }) => <Item key={name} place={place} />);
