import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "./button.tsx";
import { toast } from "./toast-store.ts";

/** How long it says that it is done (spec 3 §9). */
const SAID_MS = 2_000;

export interface CopyButtonProps {
  label: string;
  /** What it says for a moment afterwards. */
  copied: string;
  /** What is said where the browser would not. */
  failed: string;
  /** What is copied. */
  value: string;
}

/** Copies a text. */
export function CopyButton({ label, copied, failed, value }: CopyButtonProps) {
  const [times, setTimes] = useState(0);
  const [isSaid, setSaid] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every press has the words stay anew
  useEffect(() => {
    if (!isSaid) return;
    const timer = setTimeout(() => setSaid(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [times, isSaid]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setTimes((n) => n + 1);
      setSaid(true);
    } catch {
      toast(failed, { tone: "bad" });
    }
  };
  return (
    <Button icon={isSaid ? Check : Copy} onClick={() => void copy()}>
      <span aria-live="polite">{isSaid ? copied : label}</span>
    </Button>
  );
}
