/** What other people's name servers say, asked without a cache between. */
export {
  type Delegation,
  type DsRecord,
  type LookUpOptions,
  lookUpDelegation,
  type NoDelegation,
} from './delegation.ts';
export { systemResolver } from './resolver.ts';
