import { Trophy, X } from "lucide-react";
import { useEffect, useState } from "react";
import { StampArt } from "#web/features/first-night/stamp-art.tsx";
import { type BadgeCelebration, finishCelebration, type Queued } from "#web/lib/celebrate.ts";
import { useUser } from "#web/lib/user.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { celebrationsText } from "../text/celebrations.ts";
import styles from "./badge-card.module.css";
import { CheeringBopi } from "./cheering-bopi.tsx";
import { playCelebration } from "./play-celebration.ts";
import { markSeen } from "./seen-elsewhere.ts";

const SHOWN_MS = 8_000;

/** The badge that was just earned, stamped beside the member's bopi. It leaves by itself, but not under the pointer. */
export function BadgeCard({ celebration }: { celebration: Queued<BadgeCelebration> }) {
  const { id, title, reason, picture, stamp, action, key } = celebration;
  const user = useUser();
  const [isUsed, setUsed] = useState(false);
  const close = () => finishCelebration(id);
  useEffect(() => {
    playCelebration("badge");
    if (key) markSeen(key);
  }, [key]);
  useEffect(() => {
    if (isUsed) return;
    const timer = setTimeout(() => finishCelebration(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isUsed, id]);
  return (
    <section
      className={styles.card}
      aria-label={celebrationsText.badge}
      data-celebration="badge"
      onPointerEnter={() => setUsed(true)}
      onPointerLeave={() => setUsed(false)}
      onFocus={() => setUsed(true)}
      onBlur={() => setUsed(false)}
      onKeyDown={(event) => event.key === "Escape" && close()}
    >
      <div className={styles.art}>
        {stamp && user ? (
          <StampArt className={styles.stamp} stamp={stamp} headshot={user.bopi.headshot_url} isDone />
        ) : picture ? (
          <img className={styles.badge} src={picture} width={88} height={88} alt="" />
        ) : (
          <span className={styles.trophy}>
            <Trophy aria-hidden />
          </span>
        )}
      </div>
      <div className={styles.text}>
        <p className={styles.reason}>{reason}</p>
        <p className={styles.title} dir="auto">
          {title}
        </p>
        {action && (
          <Button
            size="s"
            onClick={() => {
              action.onSelect();
              close();
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      <div className={styles.bopi} aria-hidden>
        <CheeringBopi size={96} />
      </div>
      <span className={styles.close}>
        <IconButton icon={X} label={celebrationsText.dismiss} onClick={close} />
      </span>
    </section>
  );
}
