import { Outlet } from '@tanstack/react-router';
import { ToastSlot } from '../ui/ToastSlot.tsx';
import { StepUpHost } from './StepUpHost.tsx';

export function Root() {
  return (
    <>
      <StepUpHost />
      <Outlet />
      <ToastSlot />
    </>
  );
}
