import type { ReactNode } from 'react';
import { Frame } from './Frame.tsx';
import { HomeHeader } from './HomeHeader.tsx';

/** The frame of the account's screens: they belong to no service, so the service header is not shown. */
export const HomeLayout = (): ReactNode => <Frame header={<HomeHeader />} />;
