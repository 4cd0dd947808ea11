export { findPostgres, PostgresMissing } from './binaries.ts';
export { layPostgres, type PostgresPlan } from './lay.ts';
export { PostgresBusy } from './leftovers.ts';
export { startTestPostgres, type TestPostgres } from './test-postgres.ts';
