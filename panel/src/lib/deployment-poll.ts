const settledPollMs = 15_000;

/**
 * How often to ask again for what says on which nodes it is. Events tell what is written down; that a node went away
 * is written nowhere. Only while the window is in sight, which is the query client's own rule.
 */
export const deploymentPoll = (things: readonly { deployment: { state: string } }[] = [], pendingMs = 1500): number =>
  things.some(({ deployment }) => deployment.state === 'pending') ? pendingMs : settledPollMs;

/** A list is more work than one thing: it is asked for less often. */
export const listPoll = (things?: Parameters<typeof deploymentPoll>[0]): number => deploymentPoll(things, 3000);
