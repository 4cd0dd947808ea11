import type { FakeControlPlane } from './fake-control-plane.ts';

/** What an agent of any kind finds in its environment, and nothing of what this machine has there. */
export const agentEnvironment = (
  control: FakeControlPlane,
  folder: string,
  joinToken = 'join-me',
): Record<string, string | undefined> => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  HEADWATER_CONTROL_URL: control.url,
  HEADWATER_NODE_FOLDER: folder,
  HEADWATER_JOIN_TOKEN: joinToken,
});
