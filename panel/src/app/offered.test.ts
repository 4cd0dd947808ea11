import { IconWorldWww } from '@tabler/icons-react';
import { expect, test } from 'vitest';
import type { MenuEntry } from '../lib/feature.ts';
import type { Settings } from '../lib/provider.ts';
import { inService, offered } from './offered.ts';

const settings = { providerName: 'Headwater', edgeDomain: 'cdn.test', demo: null } as Settings;
const look = { icon: IconWorldWww, order: 1 };
const zones: MenuEntry = { ...look, menu: 'zones', label: 'HTTP pull', to: '/$serviceId/zones/http/pull' };
const vod: MenuEntry = {
  ...look,
  menu: 'zones',
  label: 'VOD pull',
  to: '/$serviceId/zones/vod/pull',
  hiddenForCdnPlus: true,
};
const site = (address: string | null): MenuEntry => ({ ...look, menu: 'help', label: 'Roadmap', href: () => address });
const demoOnly: MenuEntry = { ...look, menu: 'help', label: 'Demo', to: '/home', when: ({ demo }) => demo !== null };
const here = { service: { isCDNPlus: false }, settings };

test('a CDN-Plus service has no entry that is hidden for it; every other service has them all', () => {
  expect(offered([zones, vod], 'zones', here)).toEqual([zones, vod]);
  expect(offered([zones, vod], 'zones', { ...here, service: { isCDNPlus: true } })).toEqual([zones]);
  expect(inService([vod], undefined)).toEqual([vod]);
});

test('a menu holds its own entries only', () => {
  expect(offered([zones, site('https://roadmap.test')], 'zones', here)).toEqual([zones]);
});

test('no entry leads nowhere: another site needs an address, a service’s screen a service', () => {
  expect(offered([site(null)], 'help', here)).toEqual([]);
  expect(offered([site('https://roadmap.test')], 'help', here)).toHaveLength(1);
  expect(offered([site('https://roadmap.test')], 'help', { ...here, settings: undefined })).toEqual([]);
  expect(offered([zones], 'zones', { ...here, service: undefined })).toEqual([]);
});

test('an entry stands only where the installation has it', () => {
  expect(offered([demoOnly], 'help', here)).toEqual([]);
  const demo = { email: 'demo@headwater.test', password: 'secret' };
  expect(offered([demoOnly], 'help', { ...here, settings: { ...settings, demo } })).toEqual([demoOnly]);
});
