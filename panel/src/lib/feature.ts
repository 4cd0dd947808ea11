import type { Permission } from '@headwater/contract/lib/permissions';
import type { Access } from '@headwater/contract/lib/route';
import type { ServerEvent } from '@headwater/contract/system/routes';
import type { ComponentType, ReactNode } from 'react';
import type { Settings } from './provider.ts';

/**
 * What a feature says about itself. `features/<name>/screens.ts` exports `screens`, `topics` and `passwordDialog` and
 * travels with the entry, so it imports no icons and loads its screens when they are opened. `features/<name>/menu.tsx` exports `menu`,
 * `deploy`, `header`, `permissions`, `search` and `details`, and travels with the frames. `features/<name>/preload.ts` exports
 * `preload`, plain data that the build reads. Each export is optional, and no list elsewhere names a feature.
 */

type Shown = { load: () => Promise<ScreenComponent> } | { component: ScreenComponent };
type ScreenComponent = () => ReactNode;

/**
 * An address and what it shows. `path` has no slash at its ends: it stands below `/home` in the frame `home`, below
 * `/$serviceId` in the frame `service`, and at the root in `bare`, where no layout is shown.
 */
export type Screen = Shown & {
  path: string;
  /** Reads what stands behind the `?`; what makes no sense is left out. */
  readSearch?: (search: Record<string, unknown>) => object;
} & (
    | {
        frame: 'bare';
        /** `true`: opens without a token as well. `'only'`: sends on those who have one. Else it asks for a token. */
        guest?: true | 'only';
      }
    | {
        frame: 'home' | 'service';
        /** Heads the page that says so to those who lack `access`. */
        title: string;
        /** What seeing it needs; the access of the route that it shows. */
        access?: Access;
        /** A CDN-Plus service does not have it. Home belongs to no service. */
        hiddenForCdnPlus?: boolean;
      }
  );

/** Which queries an event of a topic makes ask again, by the path of their route. */
export type Topics = Partial<Record<ServerEvent['topic'], Topic>>;
export type Topic = {
  concerns: (path: string) => boolean;
  /** The route parameter that the event's id stands for: queries about another one are left alone. */
  idParam?: string;
};

/** Asks for the chunks of a first path before the program runs. `screen` is a file of the feature's folder. */
export type Preload = { path: string; frame: Screen['frame']; screen: string };

/** The menus there are. `service` is the service header's Settings, `settings` that of the account. */
export type MenuName =
  | 'zones'
  | 'live'
  | 'video'
  | 'dns'
  | 'service'
  | 'analytics'
  | 'tools'
  | 'cloud-storage'
  | 'settings'
  | 'help'
  | 'billing';

/** An icon as the tabler set has them. */
export type Icon = ComponentType<{ size?: number | string; 'aria-hidden'?: boolean }>;
export type DialogProps = { opened: boolean; onClose: () => void };
/** Opened from a menu of a service, a dialog is told which one. */
type Dialog = ComponentType<DialogProps & { serviceId: number }>;

/** What menus are made of: a screen of the panel, another site, or a dialog. */
export type Line = {
  label: string;
  icon: Icon;
  description?: string;
  /** Lines stand in this order, whichever feature they come from. */
  order: number;
  /** What using it needs. Who lacks it sees the line disabled, with the reason. */
  access?: Access;
  hiddenForCdnPlus?: boolean;
} & (
  | {
      /** A screen's path, with `$serviceId` where it has one. */
      to: string;
      hash?: string;
    }
  | {
      /** Another site, opened in a new tab. Without an address the line is not shown. */
      href: (settings: Settings) => string | null;
    }
  | {
      /** A `lazy` component, which stays mounted while it closes. */
      open: Dialog;
    }
);

export type MenuEntry = Line & {
  menu: MenuName;
  /** Whether this installation has it. */
  when?: (settings: Settings) => boolean;
};

/** A line of Deploy Now: it opens the dialog that makes a thing. */
export type DeployEntry = Line & { description: string; access: Access; open: Dialog };

export type HeaderPlace = 'service-header' | 'home-header' | 'side-foot' | 'footer';

/** A control that a feature puts into the headers, the side panel's foot or the footer: small, never in their way. */
export type HeaderItem = {
  name: string;
  places: readonly HeaderPlace[];
  order: number;
  component: ComponentType<{ place: HeaderPlace }>;
};

/** Permissions as the forms for contacts and API keys offer them. */
export type PermissionGroup = {
  label: string;
  order: number;
  permissions: readonly OfferedPermission[];
};
export type OfferedPermission = {
  name: Permission;
  label: string;
  description: string;
  /** It opens nothing that belongs to one service: a key that is limited to services has no use for it. */
  accountWide?: true;
  /** What it is to a key, where some of its calls are for people only; null where all of them are. */
  forKeys?: { label: string; description: string } | null;
};

/** A group of search results, named as the server names it. */
export type SearchCategory = { name: string; icon: Icon; order: number };

/** A panel of the account's details: what a person decides about themselves. */
export type DetailsPanel = { name: string; order: number; component: ComponentType };

/** Asks for the password once more; `onDone` is told whether it was given. */
export type PasswordDialog = ComponentType<{ opened: boolean; onDone: (given: boolean) => void }>;

export type ScreensModule = {
  screens?: readonly Screen[];
  topics?: Topics;
  /** One feature has it. */
  passwordDialog?: () => Promise<PasswordDialog>;
};
export type MenuModule = {
  menu?: readonly MenuEntry[];
  deploy?: readonly DeployEntry[];
  header?: readonly HeaderItem[];
  permissions?: readonly PermissionGroup[];
  search?: readonly SearchCategory[];
  details?: readonly DetailsPanel[];
};
