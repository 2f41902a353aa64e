import { useEffect, useState } from "react";
import { confirming } from "#web/lib/api.ts";
import { latePart, OnDemand } from "#web/ui/on-demand.tsx";

const surface = latePart(() => import("./confirm-window.tsx"));

/**
 * Where a member is asked for their password once more, when an act wants it. Whatever asks meanwhile waits for the same
 * answer.
 */
export function ConfirmSlot() {
  const [settle, setSettle] = useState<((sure: boolean) => void) | null>(null);
  useEffect(() => {
    let asked: Promise<boolean> | undefined;
    confirming.ask = () => {
      asked ??= new Promise<boolean>((resolve) => setSettle(() => resolve)).finally(() => {
        asked = undefined;
        setSettle(null);
      });
      return asked;
    };
  }, []);
  if (!settle) return null;
  return (
    <OnDemand part={surface} props={{ onClose: () => settle(false), onConfirmed: () => settle(true) }} />
  );
}
