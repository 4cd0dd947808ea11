import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  type ElementProps,
  Menu,
  type MenuItemProps,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';

type With<Props> = Props & Omit<ElementProps<'a', keyof Props & string>, 'href'>;

/** Mantine's controls as links of the router, with its types for addresses. */
export const AnchorLink = createLink((props: With<AnchorProps>) => <Anchor {...props} />);
export const ButtonLink = createLink((props: With<ButtonProps>) => <Button component="a" {...props} />);
export const MenuLink = createLink((props: With<MenuItemProps>) => <Menu.Item component="a" {...props} />);
