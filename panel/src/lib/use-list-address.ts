import { useNavigate, useSearch } from '@tanstack/react-router';

type Change<Search> = { [Field in keyof Search]?: Search[Field] | undefined };

/** What the address says of the list that is on screen, and how to ask it for something else, from the first page on. */
export function useListAddress<Search extends object>() {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  /** `replace`: for what is no step that anybody wants to go back to, such as letters that are typed. */
  const show = (change: Change<Search>, { replace = false } = {}) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, page: undefined, ...change }), replace });
  return { search, show };
}
