import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { PasswordDialog } from '../lib/feature.ts';
import { setAskForPassword } from '../lib/step-up.ts';
import { passwordDialog } from './screens.ts';

type Question = { Dialog: PasswordDialog; answer: ((given: boolean) => void) | null };

/** Holds the dialog that asks for the password once more. Its code is fetched when it is first needed. */
export function StepUpHost() {
  const [question, setQuestion] = useState<Question | null>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    setAskForPassword(async () => {
      const Dialog = await passwordDialog?.().catch(() => null);
      if (!Dialog) return false;
      return new Promise((answer) => setQuestion({ Dialog, answer }));
    });
  }, []);
  const done = (given: boolean) => {
    question?.answer?.(given);
    setQuestion(question && { ...question, answer: null });
  };
  // Any dialog below would close by the same press. Being there first, this is heard before their own.
  const leave = useRef<(() => void) | null>(null);
  useEffect(() => {
    leave.current = question?.answer ? () => done(false) : null;
  });
  // Whoever is signed out meanwhile, or goes elsewhere, no longer does what was asked about.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes when the path changes
  useEffect(() => leave.current?.(), [pathname]);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || !leave.current) return;
      event.stopImmediatePropagation();
      leave.current();
    };
    addEventListener('keydown', hear, { capture: true });
    return () => removeEventListener('keydown', hear, { capture: true });
  }, []);
  if (!question) return null;
  return <question.Dialog opened={question.answer !== null} onDone={done} />;
}
