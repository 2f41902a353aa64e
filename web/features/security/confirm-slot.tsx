import { useEffect, useState } from "react";
import { passwordConfirmation } from "#web/lib/api.ts";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";

const modal = lazyPart(() => import("./confirm-password-modal.tsx"));

/** Renders the password confirmation when a request needs a recent one. Requests meanwhile share it. */
export function ConfirmSlot() {
  const [resolvePending, setResolvePending] = useState<((confirmed: boolean) => void) | null>(null);
  useEffect(() => {
    let pending: Promise<boolean> | undefined;
    passwordConfirmation.request = () => {
      pending ??= new Promise<boolean>((resolve) => setResolvePending(() => resolve)).finally(() => {
        pending = undefined;
        setResolvePending(null);
      });
      return pending;
    };
  }, []);
  if (!resolvePending) return null;
  return (
    <OnDemand
      part={modal}
      props={{ onClose: () => resolvePending(false), onConfirmed: () => resolvePending(true) }}
    />
  );
}
