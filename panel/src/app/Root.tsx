import { Outlet } from '@tanstack/react-router';
import { ToastSlot } from '../ui/ToastSlot.tsx';

export function Root() {
  return (
    <>
      <Outlet />
      <ToastSlot />
    </>
  );
}
