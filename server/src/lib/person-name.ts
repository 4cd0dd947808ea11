/** SQL for what a person is called: by name, or by address where there is none. `users` is the table or its alias. */
export const personName = (users: string): string =>
  `coalesce(nullif(trim(${users}.firstname || ' ' || ${users}.lastname), ''), ${users}.email)`;
