import { resendVerificationRoute } from "#domain/auth/sign-in/api.ts";
import { call } from "#web/lib/api.ts";
import { type AsyncAction, toastError, useAsyncAction } from "#web/lib/async-action.ts";
import { toastThen } from "#web/lib/toast-mutation.ts";

/** Sends the verification email again. */
export const useResendVerification = (): AsyncAction =>
  useAsyncAction(() => call(resendVerificationRoute, { input: {} }).then(toastThen()), toastError);
