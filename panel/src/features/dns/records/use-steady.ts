import { useLayoutEffect, useRef, useState } from 'react';

type Functions = { [name: string]: (...args: never[]) => unknown };

/** The same functions at every render, which do what those of the newest one do: nothing is drawn again for them. */
export function useSteady<Given extends Functions>(functions: Given): Given {
  const newest = useRef(functions);
  useLayoutEffect(() => {
    newest.current = functions;
  });
  const [steady] = useState(() => {
    const names = Object.keys(functions) as (keyof Given)[];
    const call =
      (name: keyof Given) =>
      (...args: never[]) =>
        newest.current[name]?.(...args);
    return Object.fromEntries(names.map((name) => [name, call(name)])) as Given;
  });
  return steady;
}
