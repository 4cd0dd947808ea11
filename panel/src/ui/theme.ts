import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** The accent: a deep teal. Shade 7 carries white text at 6:1; shade 3 reads on the dark surfaces at 8:1. */
const spring: MantineColorsTuple = [
  '#e8f6f4',
  '#d0ebe7',
  '#a2d7d0',
  '#70c2b8',
  '#43ada1',
  '#1f978b',
  '#0d8277',
  '#096d64',
  '#075a53',
  '#054842',
];

const gray: MantineColorsTuple = [
  '#f6f8f8',
  '#eef1f1',
  '#e2e7e7',
  '#d3dada',
  '#bac4c4',
  '#8c9999',
  '#586667',
  '#414d4e',
  '#2a3435',
  '#182021',
];

const dark: MantineColorsTuple = [
  '#dbe2e2',
  '#b6c1c1',
  '#93a1a1',
  '#647273',
  '#3a4647',
  '#2b3536',
  '#212a2b',
  '#161d1e',
  '#11181a',
  '#0b1112',
];

/** Danger, with white text at 5.9:1 on shade 7 and readable on dark surfaces at shade 3. */
const red: MantineColorsTuple = [
  '#fdeeee',
  '#fbdada',
  '#f5b3b3',
  '#ff8a8a',
  '#ea6565',
  '#dd4646',
  '#d03434',
  '#c02626',
  '#a51f1f',
  '#861818',
];

const mono = '"JetBrains Mono Variable", ui-monospace, SFMono-Regular, Menlo, Consolas, monospace';

export const theme = createTheme({
  primaryColor: 'spring',
  primaryShade: { light: 7, dark: 7 },
  colors: { spring, gray, dark, red },
  fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", sans-serif',
  fontFamilyMonospace: mono,
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  defaultRadius: 'sm',
  radius: { xs: '0.125rem', sm: '0.375rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.4' },
      h2: { fontSize: '1rem', lineHeight: '1.5' },
      h3: { fontSize: '0.875rem', lineHeight: '1.5' },
    },
  },
  components: {
    Modal: {
      defaultProps: {
        centered: true,
        closeButtonProps: { 'aria-label': 'Close' },
        // Mantine's header is a <header> inside a dialog, which would count as the page's banner.
        attributes: { header: { role: 'presentation' } },
        transitionProps: { duration: 120 },
        styles: { title: { fontWeight: 600 } },
      },
    },
    // At the size of a box the usual radius makes it look like a radio button.
    Checkbox: { defaultProps: { radius: 'xs' } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' }, transitionProps: { duration: 140 } } },
    Menu: {
      // Without the placeholder the first item has the focus, and nothing but items stands in the menu.
      defaultProps: { transitionProps: { duration: 80 }, shadow: 'md', withInitialFocusPlaceholder: false },
    },
    Tooltip: { defaultProps: { withArrow: true, transitionProps: { duration: 80 }, multiline: true, maw: 320 } },
    SegmentedControl: { styles: { label: { paddingInline: 'clamp(0.3rem, 1.6vw, 0.625rem)' } } },
    Paper: { defaultProps: { withBorder: true, radius: 'md' } },
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show password' } } },
  },
});

/** Mantine's dimmed texts miss 4.5:1 on our surfaces; these meet it. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-6)',
    '--mantine-color-placeholder': '#647273',
    '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
    '--mantine-color-error': '#c02626',
    '--mantine-color-yellow-light-color': '#8a4b00',
    '--hw-surface': '#ffffff',
    '--hw-canvas': 'var(--mantine-color-gray-0)',
    '--hw-live': '#13813a',
    '--hw-pending': '#9a6300',
    '--hw-failed': '#c02626',
    '--hw-off': '#647273',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-default-border': 'var(--mantine-color-dark-4)',
    '--mantine-color-error': '#ff8a8a',
    '--mantine-color-anchor': 'var(--mantine-color-spring-3)',
    '--hw-surface': 'var(--mantine-color-dark-7)',
    '--hw-canvas': 'var(--mantine-color-dark-8)',
    '--hw-live': '#4cc474',
    '--hw-pending': '#e0a83c',
    '--hw-failed': '#ff8a8a',
    '--hw-off': '#93a1a1',
  },
});
