/** Sends an error that the page survives to the site, which shows it to staff (`worker/http/error-script.ts`). */
export const reportError = (error: unknown): boolean => dispatchEvent(new ErrorEvent("error", { error }));
