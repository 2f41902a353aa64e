import { resendVerificationRoute } from "#domain/auth/sign-in-api.ts";
import { type Act, toastFailure, useAct } from "#web/lib/act.ts";
import { call } from "#web/lib/api.ts";
import { toastThen } from "#web/lib/toast-mutation.ts";

/** Sends the mail that verifies one's address once more. */
export const useResend = (): Act =>
  useAct(() => call(resendVerificationRoute, { input: {} }).then(toastThen()), toastFailure);
