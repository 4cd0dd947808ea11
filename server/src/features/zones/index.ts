export { publishZone } from './change.ts';
export { defaultSettings } from './create.ts';
export { republishZones } from './republish.ts';
export { serveZones } from './routes.ts';
export { insertZone } from './store.ts';
export { sweepZones } from './sweep.ts';
