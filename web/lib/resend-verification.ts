import { resendVerificationRoute } from "#domain/auth/sign-in/api.ts";
import { type Action, messageOf, useAction } from "./action.ts";
import { call } from "./api.ts";

export const useResendVerification = (): Action<void> =>
  useAction(() => call(resendVerificationRoute, { input: {} }), { toast: messageOf, errors: "toast" });
