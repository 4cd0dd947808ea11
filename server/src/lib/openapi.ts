import type { OpenAPIV3_1 } from 'openapi-types';
import { version } from './product.ts';
import type { Settings } from './settings.ts';

/** The head of the API description; its routes come from the contract. */
export const describeApi = (settings: Settings): Partial<OpenAPIV3_1.Document> => ({
  openapi: '3.1.0',
  info: {
    title: `${settings.providerName} API`,
    version,
    description:
      'Every answer is JSON with `result`: `success` and the named object, or `error` with `message`, a stable `code` and `requestId`. ' +
      'Sign in with `POST /auth/login` and send the token as `Authorization: Bearer`.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: `${settings.publicUrl}/api/v1` }],
  security: [{ bearer: [] }],
  components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
});
