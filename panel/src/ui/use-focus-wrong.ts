import { type RefObject, useEffect, useRef, useState } from 'react';

/** Leads to a form's first wrong field, which may be out of sight: the form's ref, and what to call after a refusal. */
export function useFocusWrong(): [RefObject<HTMLFormElement | null>, () => void] {
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  // An effect, since the fields are marked as wrong by the render that the refusal brings about.
  useEffect(() => {
    if (refusals === 0) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!field) return;
    field.focus({ preventScroll: true });
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    field.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' });
  }, [refusals]);
  return [form, () => setRefusals((count) => count + 1)];
}
