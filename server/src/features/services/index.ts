export { serveServices } from './routes.ts';
export { findService } from './store.ts';
