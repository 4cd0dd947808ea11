type Ask = () => Promise<boolean>;

/** Set by the app, which has the dialog. */
let ask: Ask = async () => false;
export const setAskForPassword = (asker: Ask): void => {
  ask = asker;
};

let asking: Promise<boolean> | null = null;

/** Asks for the password once more; calls that come together share one question. @returns whether it was given. */
export function askForPassword(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}
