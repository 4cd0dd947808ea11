import { createDemoSite } from './site.ts';

const port = Number(process.env.HEADWATER_DEMO_ORIGIN_PORT ?? 3081);
const site = createDemoSite();
site.listen(port, '127.0.0.1', () => console.log(`The demo's origin answers on http://127.0.0.1:${port}`));
process.once('SIGTERM', () => {
  site.close();
  site.closeAllConnections();
});
