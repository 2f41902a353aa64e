import { ArrowLeft } from "lucide-react";
import { useEffect, useState } from "react";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import styles from "./builder-screen.module.css";
import { builderLoadText as text } from "./text/builder.ts";

/** Loading for longer than this, the screen mentions the slow connection. */
const SLOW_MS = 4_000;

/** Shown until the level can be built. */
export function BuilderLoading({ title, levelUrl }: { title: string | undefined; levelUrl: string }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.loading}>
      <div className={styles.loadingArt}>
        <PosedBopi pose="carry" />
      </div>
      <h1>{title ?? text.page}</h1>
      <div className={styles.track} role="progressbar" aria-label={text.loading}>
        <span />
      </div>
      <p role="status">{isSlow ? text.slow : text.connecting}</p>
      <LinkButton variant="quiet" icon={ArrowLeft} to={levelUrl}>
        {text.back}
      </LinkButton>
    </div>
  );
}
