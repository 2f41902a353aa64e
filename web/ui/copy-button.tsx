import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "./button.tsx";
import { toast } from "./toast-store.ts";

/** How long the confirmation shows (spec 3 §9). */
const COPIED_MS = 2_000;

export interface CopyButtonProps {
  label: string;
  /** The label for a moment after copying. */
  copied: string;
  /** The message if the browser refuses to copy. */
  failed: string;
  /** The text to copy. */
  value: string;
}

/** A button that copies a text. */
export function CopyButton({ label, copied, failed, value }: CopyButtonProps) {
  const [times, setTimes] = useState(0);
  const [isCopied, setCopied] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each click restarts the timer
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [times, isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setTimes((n) => n + 1);
      setCopied(true);
    } catch {
      toast(failed, { tone: "bad" });
    }
  };
  return (
    <Button icon={isCopied ? Check : Copy} onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? copied : label}</span>
    </Button>
  );
}
