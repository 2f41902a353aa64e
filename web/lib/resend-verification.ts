import { loadChunk } from "#web/ui/chunks.ts";
import { type Action, messageOf, useAction } from "./action.ts";
import { call } from "./api.ts";

/** The rest of these routes is for visitors, and few members need this one. */
const importRoutes = () => import("#domain/auth/sign-in/api.ts");

export const useResendVerification = (): Action<void> =>
  useAction(
    async () => {
      const { resendVerificationRoute } = await loadChunk(importRoutes);
      return call(resendVerificationRoute, { input: {} });
    },
    { toast: messageOf, errors: "toast" },
  );
