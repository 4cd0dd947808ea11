export { serveZones } from './routes.ts';
export { defaultSettings } from './create.ts';
export { publishZone } from './change.ts';
export { sweepZones } from './sweep.ts';
export { insertZone } from './store.ts';
