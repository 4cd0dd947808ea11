import { toUnicode } from '@headwater/contract/dns/unicode';
import classes from './Domains.module.css';

/** How a name is kept, for beside its own letters: two names may look alike. Nothing where both are the same. */
export const KeptName = ({ name }: { name: string }) =>
  toUnicode(name) === name ? null : <span className={`mono clip ${classes.kept}`}>{name}</span>;
