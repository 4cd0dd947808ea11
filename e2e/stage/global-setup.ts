import { makeAccounts, type Stage, signInAll } from './accounts.ts';
import { startLegacy } from './legacy.ts';
import { Headwater } from './running.ts';

/** Starts Headwater once for all journeys; what it returns stops it. */
export default async function setUp(): Promise<() => Promise<void>> {
  const headwater = await Headwater.start();
  const legacy = await startLegacy(headwater.ports.legacy);
  try {
    await makeAccounts(headwater);
    // Web Locks and the clipboard exist under this name as they do under https.
    const panelUrl = `http://localhost:${headwater.ports.panel}`;
    const { folder: dataFolder, ports } = headwater;
    const signedIn = await signInAll(panelUrl);
    const { edge: edgePort, dns: dnsPort, legacy: legacyPort } = ports;
    const stage: Stage = { panelUrl, edgePort, dnsPort, dataFolder, legacyPort, signedIn };
    process.env.HEADWATER_JOURNEYS = JSON.stringify(stage);
  } catch (error) {
    legacy.stop();
    await headwater.stop();
    throw error;
  }
  return () => {
    legacy.stop();
    return headwater.stop();
  };
}
