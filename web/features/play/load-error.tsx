import { Blocks, Download, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import type { LoadProblem } from "./load-game.ts";
import styles from "./player-message.module.css";
import { playerLoadText } from "./text/player-load.ts";

interface PlayerMessageProps {
  title: string;
  text: string;
  children: ReactNode;
}

export function PlayerMessage({ title, text, children }: PlayerMessageProps) {
  return (
    <div className={styles.message} role="alert">
      <div className={styles.art}>
        <PosedBopi pose="shrug" />
      </div>
      <h1>{title}</h1>
      <p className={styles.text}>{text}</p>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}

interface LoadErrorProps {
  problem: LoadProblem;
  detail: string | null;
  levelUrl: string;
  onRetry: () => void;
}

export function LoadError({ problem, detail, levelUrl, onRetry }: LoadErrorProps) {
  if (problem === "missing") {
    return (
      <PlayerMessage title={playerLoadText.missingTitle} text={playerLoadText.missing}>
        <LinkButton variant="primary" icon={Blocks} to="/levels">
          {playerLoadText.browse}
        </LinkButton>
      </PlayerMessage>
    );
  }
  const back = <LinkButton to={levelUrl}>{playerLoadText.back}</LinkButton>;
  if (problem === "no_webgl") {
    return (
      <PlayerMessage title={playerLoadText.noWebGlTitle} text={playerLoadText.noWebGl}>
        {back}
        <LinkButton variant="primary" icon={Download} to="/download">
          {playerLoadText.getClient}
        </LinkButton>
      </PlayerMessage>
    );
  }
  const needsReload = problem === "code" || problem === "newer";
  return (
    <PlayerMessage title={playerLoadText.failedTitle} text={detail ?? playerLoadText.failed[problem]}>
      {back}
      <Button
        variant="primary"
        icon={RotateCw}
        onClick={needsReload ? () => window.location.reload() : onRetry}
      >
        {needsReload ? playerLoadText.reload : playerLoadText.retry}
      </Button>
    </PlayerMessage>
  );
}
