import './ui/base-styles.ts';
import { messages } from '@headwater/contract/lib/messages';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { endSession, keepWanted } from './app/enter.ts';
import { focusHeadings } from './app/focus-heading.ts';
import { router } from './app/router.tsx';
import { queryClient } from './lib/query-client.ts';
import { getToken, setOnExpired } from './lib/session.ts';
import { keepSignInHint } from './lib/sign-in-hint.ts';
import { cssVariables, theme } from './ui/theme.ts';
import { toast } from './ui/toast.ts';

/** The policy allows only styles that carry the page's nonce; reading the attribute would give an empty text. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
// The scroll lock of dialogs looks for the nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: nonce });

setOnExpired(() => {
  keepWanted(router.latestLocation.href);
  endSession();
  keepSignInHint({ ended: true });
  toast.error(messages.sessionExpired);
  void router.navigate({ to: '/login', replace: true, ignoreBlocker: true });
});

// Signing out in one tab signs out the others.
addEventListener('storage', ({ key }) => {
  if ((key === 'token' || key === null) && getToken() === null) {
    queryClient.clear();
    void router.navigate({ to: '/', replace: true, ignoreBlocker: true });
  }
});

focusHeadings(router);

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
        // All variables come from the theme, so the style sheet with Mantine's own values need not be sent.
        deduplicateCssVariables={false}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
