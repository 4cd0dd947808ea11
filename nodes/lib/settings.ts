import { listAddresses } from './addresses.ts';

/** What every kind of node is told. */
export type NodeSettings = {
  controlUrl: string;
  folder: string;
  joinToken: string | null;
  /** From which its requests come, as others see them. */
  addresses: () => string[];
};

/** What the environment says; throws in words when something needed is missing. */
export function readNodeSettings(env: NodeJS.ProcessEnv): NodeSettings {
  const need = (name: string): string => {
    const value = env[name];
    if (value === undefined || value === '') throw new Error(`${name} is not set`);
    return value;
  };
  const addresses = () => listAddresses(env.HEADWATER_NODE_ADDRESSES ?? '');
  // A slip in it is told at the start.
  addresses();
  return {
    controlUrl: need('HEADWATER_CONTROL_URL'),
    folder: need('HEADWATER_NODE_FOLDER'),
    joinToken: env.HEADWATER_JOIN_TOKEN || null,
    addresses,
  };
}
