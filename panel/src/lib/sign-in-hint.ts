/** What the next sign-in page of this tab should know. It stands in no address, where others would read it. */
export type SignInHint = {
  /** Whose account was just made ready. */
  email?: string;
  /** A session was over without the person having asked for it. */
  ended?: true;
};

const hintKey = 'headwater-sign-in';

export const keepSignInHint = (hint: SignInHint): void => sessionStorage.setItem(hintKey, JSON.stringify(hint));

export const readSignInHint = (): SignInHint => JSON.parse(sessionStorage.getItem(hintKey) ?? '{}') as SignInHint;

export const dropSignInHint = (): void => sessionStorage.removeItem(hintKey);
