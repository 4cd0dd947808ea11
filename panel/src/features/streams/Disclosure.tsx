import { type ReactNode, useState } from 'react';

type Props = { className: string | undefined; summary: ReactNode; children: ReactNode };

/** More, for who wants it. What is folded is not made: browsers hold its transitions until it is opened. */
export function Disclosure({ className, summary, children }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <details className={className} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {open && children}
    </details>
  );
}
