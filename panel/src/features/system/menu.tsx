import {
  IconBulb,
  IconCalendarEvent,
  IconCode,
  IconHistory,
  IconLifebuoy,
  IconReportAnalytics,
  IconRoute,
} from '@tabler/icons-react';
import type { MenuEntry } from '../../lib/feature.ts';

/** Pages of the provider, as far as its settings name them. Between these orders stands what other features add. */
export const menu: MenuEntry[] = [
  { menu: 'help', label: 'Developer Hub', icon: IconCode, order: 50, href: ({ links }) => links.developerHub },
  { menu: 'help', label: 'Product Logs', icon: IconHistory, order: 60, href: ({ links }) => links.productLogs },
  { menu: 'help', label: 'Roadmap', icon: IconRoute, order: 70, href: ({ links }) => links.roadmap },
  {
    menu: 'help',
    label: 'Case Studies',
    icon: IconReportAnalytics,
    order: 100,
    href: ({ links }) => links.caseStudies,
  },
  { menu: 'help', label: 'Feature Request', icon: IconBulb, order: 110, href: ({ links }) => links.featureRequest },
  {
    menu: 'help',
    label: 'Schedule a Meeting',
    icon: IconCalendarEvent,
    order: 120,
    href: ({ links }) => links.scheduleMeeting,
  },
  { menu: 'help', label: 'Support', icon: IconLifebuoy, order: 130, href: ({ links }) => links.support },
];
