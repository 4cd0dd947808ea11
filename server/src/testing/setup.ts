import { afterAll, vi } from 'vitest';

// One process runs many files: what one of them changed is not for the next.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});
