import { useEffect, useRef, useState } from "react";
import { TURNSTILE_ACTION, TURNSTILE_SCRIPT_ID } from "#domain/auth/turnstile.ts";
import { shownTheme } from "#web/lib/theme.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import styles from "./auth.module.css";

const humanText = {
  down: "The human check can't be loaded. Something may be blocking challenges.cloudflare.com.",
  reload: "Try again",
} as const;

interface Turnstile {
  render(container: HTMLElement, options: Record<string, unknown>): string;
  reset(id: string): void;
  remove(id: string): void;
}

const turnstile = () => (window as { turnstile?: Turnstile }).turnstile;

/** Calls `ready` once the script has loaded, or `failed`. Returns the cleanup. */
function onScriptReady(ready: () => void, failed: () => void): () => void {
  const script = document.getElementById(TURNSTILE_SCRIPT_ID);
  if (turnstile()) ready();
  else if (!script || script.dataset.failed) failed();
  script?.addEventListener("load", ready);
  script?.addEventListener("error", failed);
  return () => {
    script?.removeEventListener("load", ready);
    script?.removeEventListener("error", failed);
  };
}

export interface HumanCheckProps {
  /** The widget's public key; empty if this page was loaded without the script. */
  siteKey: string;
  /** The form is being sent. Tokens work once, so a new one is created afterwards. */
  busy: boolean;
}

/** Its script is only allowed on this URL, so entering and leaving within the app reloads the document. */
export default function HumanCheck({ siteKey, busy }: HumanCheckProps) {
  const container = useRef<HTMLDivElement>(null);
  const widget = useRef<string | null>(null);
  const [initialTheme] = useState(shownTheme);
  const [token, setToken] = useState("");
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    if (!siteKey) return window.location.reload();
    const { pathname } = window.location;
    const clearToken = () => setToken("");
    const show = () => {
      if (!container.current || widget.current !== null) return;
      widget.current =
        turnstile()?.render(container.current, {
          sitekey: siteKey,
          action: TURNSTILE_ACTION,
          theme: initialTheme === "day" || initialTheme === "seafoam" ? "light" : "dark",
          size: "flexible",
          "response-field": false,
          callback: setToken,
          "expired-callback": clearToken,
          "error-callback": () => {
            clearToken();
            setFailed(true);
            return true;
          },
        }) ?? null;
    };
    const stop = onScriptReady(show, () => setFailed(true));
    return () => {
      stop();
      if (widget.current !== null) turnstile()?.remove(widget.current);
      widget.current = null;
      if (window.location.pathname !== pathname) window.location.reload();
    };
  }, [siteKey, initialTheme]);

  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !busy && widget.current !== null) {
      setToken("");
      turnstile()?.reset(widget.current);
    }
    wasBusy.current = busy;
  }, [busy]);

  return (
    <div className={styles.check}>
      <div ref={container} />
      <input type="hidden" name="turnstile_token" value={token} />
      {hasFailed && (
        <Banner
          action={
            <Button size="s" onClick={() => window.location.reload()}>
              {humanText.reload}
            </Button>
          }
        >
          {humanText.down}
        </Banner>
      )}
    </div>
  );
}
