import { useEffect } from "react";
import { sessionRoute } from "#domain/auth/api.ts";
import { call } from "#web/lib/api.ts";
import { setReadOnly } from "#web/lib/read-only.ts";
import { Banner } from "#web/ui/banner.tsx";

const readOnlyText = {
  banner: "We're working on the site. You can look around and play, but nothing can be saved right now.",
} as const;

/** How often a visible page checks whether the site saves again. */
const CHECK_MS = 15_000;

export default function ReadOnlyBanner() {
  useEffect(() => {
    const check = async () => {
      if (document.visibilityState === "hidden") return;
      // Without a response, nothing is known to have changed.
      const session = await call(sessionRoute, {}).catch(() => null);
      if (session && !session.read_only) setReadOnly(false);
    };
    const timer = setInterval(() => void check(), CHECK_MS);
    return () => clearInterval(timer);
  }, []);
  return <Banner tone="notice">{readOnlyText.banner}</Banner>;
}
