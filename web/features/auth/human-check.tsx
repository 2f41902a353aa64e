import { useEffect, useRef, useState } from "react";
import { HUMAN_ACTION, HUMAN_SCRIPT } from "#domain/auth/human.ts";
import { useTheme } from "#web/lib/theme.ts";
import { humanText as text } from "#web/text/human.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import styles from "./auth.module.css";

/** What Cloudflare's script brings along. */
interface Turnstile {
  render(place: HTMLElement, options: Record<string, unknown>): string;
  reset(id: string): void;
  remove(id: string): void;
}

const turnstile = () => (window as { turnstile?: Turnstile }).turnstile;

/** Calls back once the page's script is there, or can't be had. */
function whenReady(ready: () => void, failed: () => void): () => void {
  const script = document.getElementById(HUMAN_SCRIPT);
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
  /** The widget's public key; empty where this page came without the script. */
  siteKey: string;
  /** The form is on its way: a token is good once, so another is made when it comes back. */
  busy: boolean;
}

/**
 * The check for people. The script may run on the page of this address alone: who comes from another page gets it by a new
 * load, and who goes on gets a page without it.
 */
export default function HumanCheck({ siteKey, busy }: HumanCheckProps) {
  const place = useRef<HTMLDivElement>(null);
  const widget = useRef<string | null>(null);
  const theme = useTheme();
  const [first] = useState(theme);
  const [token, setToken] = useState("");
  const [isDown, setDown] = useState(false);

  useEffect(() => {
    if (!siteKey) return window.location.reload();
    const { pathname } = window.location;
    const forget = () => setToken("");
    const show = () => {
      if (!place.current || widget.current !== null) return;
      widget.current =
        turnstile()?.render(place.current, {
          sitekey: siteKey,
          action: HUMAN_ACTION,
          theme: first === "day" || first === "seafoam" ? "light" : "dark",
          size: "flexible",
          "response-field": false,
          callback: setToken,
          "expired-callback": forget,
          "error-callback": () => {
            forget();
            setDown(true);
            return true;
          },
        }) ?? null;
    };
    const stop = whenReady(show, () => setDown(true));
    return () => {
      stop();
      if (widget.current !== null) turnstile()?.remove(widget.current);
      widget.current = null;
      if (window.location.pathname !== pathname) window.location.reload();
    };
  }, [siteKey, first]);

  const sent = useRef(false);
  useEffect(() => {
    if (sent.current && !busy && widget.current !== null) {
      setToken("");
      turnstile()?.reset(widget.current);
    }
    sent.current = busy;
  }, [busy]);

  return (
    <div className={styles.check}>
      <div ref={place} />
      <input type="hidden" name="turnstile_token" value={token} />
      {isDown && (
        <Banner
          action={
            <Button size="s" onClick={() => window.location.reload()}>
              {text.reload}
            </Button>
          }
        >
          {text.down}
        </Banner>
      )}
    </div>
  );
}
