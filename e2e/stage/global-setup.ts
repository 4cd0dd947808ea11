import { makeAccounts, type Stage, signInAll } from './accounts.ts';
import { Headwater } from './running.ts';

/** Starts Headwater once for all journeys; what it returns stops it. */
export default async function setUp(): Promise<() => Promise<void>> {
  const headwater = await Headwater.start();
  try {
    await makeAccounts(headwater);
    // Web Locks and the clipboard exist under this name as they do under https.
    const panelUrl = `http://localhost:${headwater.ports.panel}`;
    const stage: Stage = { panelUrl, edgePort: headwater.ports.edge, signedIn: await signInAll(panelUrl) };
    process.env.HEADWATER_JOURNEYS = JSON.stringify(stage);
  } catch (error) {
    await headwater.stop();
    throw error;
  }
  return () => headwater.stop();
}
